import fc from 'fast-check';
import { type Alter, served as altered, asHtml, asText, counter, where } from '../../../../mock/answers';
import { type Heard, reach, served } from '../ask';
import { type Family, familyOf } from '../family';
import { accepts, oneOf } from '../scope';

const family = familyOf('service');

const respelt =
  (respell: (json: string) => string): Alter =>
  (answer) => ({ ...answer, raw: respell(JSON.stringify(answer.body)) });

/** Served answers that are no JSON. */
const forms: Readonly<Record<string, Alter>> = {
  'plain text': asText('OK'),
  'an HTML page': asHtml('OK'),
  'JSON cut off': respelt((json) => json.slice(0, -2)),
  'JSON with a comma too many': respelt((json) => json.replace(/([}\]])$/, ',$1')),
  'JSON in single quotes': respelt((json) => json.replaceAll('"', "'")),
  'two values of JSON': respelt((json) => `${json}\n${json}`),
  'JSON behind a prefix': respelt((json) => `)]}',\n${json}`),
  'JSON in a callback': respelt((json) => `callback(${json})`),
  'JSON with a comment': respelt((json) => `/* ok */ ${json}`),
};

const anyForm = fc.constantFrom(...Object.keys(forms));
const known = oneOf(['models', 'credits', 'job']);
const isNoJson = (heard: Heard) => served(heard) && heard.body === undefined;
const metBy = ['service.json', 'auth.key.valid', 'models.list.ids', 'credits.read', 'jobs.lookup.own'];

export const serviceFamilies: readonly Family[] = [
  family(
    'a known endpoint answers no JSON',
    'service.json',
    fc.tuple(anyForm, known),
    ([form, scope]) => ({
      phrase: `${form} is answered ${scope.noun}`,
      change: altered(scope.at, forms[form] ?? asText('')),
      shows: async (ask) => isNoJson(await reach(ask, scope.at)),
      share: 1,
    }),
    metBy,
  ),
  family(
    'a known endpoint answers no JSON to who asks for another media type',
    'service.json',
    fc.tuple(anyForm, known, fc.constantFrom(...accepts)),
    ([form, scope, accept]) => ({
      phrase: `${form} is answered ${scope.noun} where Accept is ${accept ?? 'absent'}`,
      change: altered(
        scope.at,
        forms[form] ?? asText(''),
        where(({ headers }) => headers.accept === accept),
      ),
      shows: async (ask) =>
        isNoJson(await reach(ask, scope.at, accept === undefined ? {} : { headers: { accept } })),
      share: 1 / accepts.length,
    }),
    metBy,
  ),
  family(
    'every so many answers of a known endpoint are no JSON',
    'service.json',
    fc.tuple(anyForm, known, fc.integer({ min: 2, max: 10 })),
    ([form, scope, nth]) => ({
      phrase: `every ${nth}th answer ${scope.noun} is ${form}`,
      change: altered(scope.at, forms[form] ?? asText(''), () => counter(nth)),
      async shows(ask) {
        let any = false;
        for (let sent = 0; sent < nth; sent++) any = isNoJson(await reach(ask, scope.at)) || any;
        return any;
      },
      share: 1 / nth,
    }),
    metBy,
  ),
  family(
    'later answers of a connection are no JSON',
    'service.json',
    fc.tuple(anyForm, fc.integer({ min: 2, max: 6 })),
    ([form, nth]) => ({
      phrase: `an answer ${nth} or later of its connection is ${form}`,
      change: ({ service }) => {
        const answers = new WeakMap<object, number>();
        return {
          service: {
            finish(answer, call) {
              const place = (answers.get(call.socket) ?? 0) + 1;
              answers.set(call.socket, place);
              const finished = service.finish(answer, call);
              const concerned = !call.refusal && ['models', 'credits', 'job'].includes(call.operation);
              return concerned && place >= nth ? (forms[form]?.(finished, call) ?? finished) : finished;
            },
          },
        };
      },
      async shows(ask) {
        let any = false;
        for (let sent = 0; sent < nth; sent++) any = isNoJson(await ask({ path: '/v1/models' })) || any;
        return any;
      },
      share: null,
    }),
    metBy,
  ),
  family(
    'a known endpoint is not under /v1/',
    'service.version-path',
    fc.tuple(known, fc.constantFrom('/v2', '/api/v1', '/v1beta', '')),
    ([scope, path]) => ({
      phrase: `what is found ${scope.noun} stands under ${path === '' ? 'no version' : path}`,
      change: ({ service }) => ({
        service: {
          routes: Object.fromEntries(
            Object.entries(service.routes).map(([operation, route]) => [
              operation,
              operation === scope.at ? { ...route, path: route.path.replace('/v1', path) } : route,
            ]),
          ) as typeof service.routes,
        },
      }),
      shows: async (ask) => !served(await reach(ask, scope.at)),
      share: 1,
    }),
    ['service.version-path', 'auth.key.valid', 'jobs.lookup.own'],
  ),
];
