import fc from 'fast-check';
import {
  type Alter,
  whenAccepted as altered,
  asHtml,
  asText,
  nthCall,
  rewritten,
  whenRejected,
} from '../../../../mock/answers';
import { overrideChapter } from '../../../../mock/behaviour';
import { shownOperations } from '../../../../mock/service';
import { ever, type Reply, reach, wasAccepted } from '../ask';
import { familiesOf, family, rowOf } from '../family';
import { accepts, anyAccept, byPlace, oneOf } from '../scope';

/** Successful responses that are not JSON. */
const forms: Readonly<Record<string, Alter>> = {
  'plain text': asText('OK'),
  'an HTML page': asHtml('OK'),
  'JSON cut off': rewritten((json) => json.slice(0, -2)),
  'JSON with a comma too many': rewritten((json) => json.replace(/([}\]])$/, ',$1')),
  'JSON in single quotes': rewritten((json) => json.replaceAll('"', "'")),
  'two values of JSON': rewritten((json) => `${json}\n${json}`),
  'JSON behind a prefix': rewritten((json) => `)]}',\n${json}`),
  'JSON in a callback': rewritten((json) => `callback(${json})`),
  'JSON with a comment': rewritten((json) => `/* ok */ ${json}`),
};

const anyForm = rowOf(forms);
const known = oneOf(shownOperations);
const isNoJson = (reply: Reply) => wasAccepted(reply) && reply.body === undefined;
const metBy = ['service.json', 'auth.key.valid', 'models.list.ids', 'credits.read', 'jobs.lookup.own'];

export const serviceFamilies = familiesOf('service', {
  'a known endpoint answers no JSON': family(
    'service.json',
    fc.tuple(anyForm, known),
    ([[form, alter], scope]) => ({
      phrase: `${form} is answered ${scope.noun}`,
      change: altered(scope.at, alter),
      shows: async (ask) => isNoJson(await reach(ask, scope.at)),
    }),
    metBy,
  ),
  'a known endpoint answers no JSON to who asks for another media type': family(
    'service.json',
    fc.tuple(anyForm, known, anyAccept),
    ([[form, alter], scope, accept]) => ({
      phrase: `${form} is answered ${scope.noun} ${accept.noun}`,
      change: altered(scope.at, alter, accept.holds),
      shows: async (ask) => isNoJson(await reach(ask, scope.at, accept.sent)),
      share: 1 / accepts.length,
    }),
    metBy,
  ),
  'every so many answers of a known endpoint are no JSON': family(
    'service.json',
    fc.tuple(anyForm, known, fc.integer({ min: 2, max: 10 })),
    ([[form, alter], scope, nth]) => ({
      phrase: `every ${nth}th answer ${scope.noun} is ${form}`,
      change: altered(scope.at, alter, nthCall(nth)),
      shows: (ask) => ever(nth, () => reach(ask, scope.at), isNoJson),
      share: 1 / nth,
    }),
    metBy,
  ),
  'later answers of a connection are no JSON': family(
    'service.json',
    fc.tuple(anyForm, fc.integer({ min: 2, max: 6 })),
    ([[form, alter], nth]) => ({
      phrase: `an answer ${nth} or later of its connection is ${form}`,
      change: byPlace((place) => altered(shownOperations, alter, (call) => place(call) >= nth)),
      shows: (ask) => ever(nth, () => ask({ path: '/v1/models' }), isNoJson),
      share: null,
    }),
    metBy,
  ),
  'a known endpoint is not under /v1/': family(
    'service.version-path',
    fc.tuple(known, fc.constantFrom('/v2', '/api/v1', '/v1beta', '')),
    ([scope, path]) => ({
      phrase: `what is found ${scope.noun} stands under ${path === '' ? 'no version' : path}`,
      // A missing route responds with a page. With `not_found` it would look like an unknown job.
      change: [
        overrideChapter('service', (service) => ({
          routes: Object.fromEntries(
            Object.entries(service.routes).map(([operation, route]) => [
              operation,
              operation === scope.at ? { ...route, path: route.path.replace('/v1', path) } : route,
            ]),
          ) as typeof service.routes,
        })),
        whenRejected('not_found', asHtml('Error'), (call) => call.operation === 'unknown'),
      ],
      shows: async (ask) => !wasAccepted(await reach(ask, scope.at)),
    }),
    ['service.version-path', 'auth.key.valid', 'jobs.lookup.own'],
  ),
});
