import {
  asEmpty,
  asHtml,
  asRedirect,
  asText,
  nthCall,
  rewritten,
  whenAccepted,
  whenRejected,
} from '../answers';
import type { Change } from '../behaviour';
import { nouns } from '../call';
import { type Defect, silentDefects } from '../defect';
import { service } from '../service';

/** The clauses whose checks use each endpoint that the contract shows. */
const clausesAt = {
  models: ['models.list.ids', 'models.list.tiers'],
  credits: ['credits.read', 'credits.use.deducted'],
  job: ['jobs.lookup.own', 'jobs.lookup.result'],
} as const;

const reads = ['models', 'credits', 'job'] as const;
const onReads = reads.flatMap((operation) => clausesAt[operation]);

const toSlash = asRedirect(308, ({ path }) => `${path}/`);

const answersAt = reads.flatMap((operation) => {
  const noun = nouns[operation];
  return silentDefects('service.json', clausesAt[operation], {
    [`${noun} is an HTML page`]: whenAccepted(operation, asHtml('Console')),
    [`${noun} has an empty body`]: whenAccepted(operation, asEmpty()),
    [`${noun} is plain text every second time`]: whenAccepted(operation, asText('ok'), nthCall(2)),
  });
});

const pathOf = reads.flatMap((operation) => {
  const noun = nouns[operation];
  const { method, path } = service.routes[operation];
  const movedTo = (elsewhere: string): Change => [
    { service: { routes: { ...service.routes, [operation]: { method, path: elsewhere } } } },
    whenRejected('not_found', asHtml('Error'), (call) => call.operation === 'unknown'),
  ];
  return silentDefects('service.version-path', [...clausesAt[operation], 'service.version-path'], {
    [`${noun} has no version in its path`]: movedTo(path.replace('/v1', '')),
    [`${noun} has moved to /v2/`]: movedTo(path.replace('/v1', '/v2')),
    [`${noun} stands under /api/v1/`]: movedTo(`/api${path}`),
    [`${noun} redirects to the path with a slash at its end`]: [
      whenAccepted(operation, toSlash),
      whenRejected('all', toSlash, (call) => call.operation === operation),
    ],
  });
});

const crookedJson = (rewrite: (json: string) => string) => whenAccepted(reads, rewritten(rewrite));

export const serviceDefects: readonly Defect[] = [
  ...answersAt,
  ...pathOf,
  ...silentDefects('service.json', onReads, {
    'answers are XML': crookedJson(() => '<?xml version="1.0"?><models/>'),
    'answers are cut off in the middle': crookedJson((json) => json.slice(0, -1)),
    'answers are written in single quotes': crookedJson((json) => json.replaceAll('"', "'")),
    'answers are JSONP': crookedJson((json) => `callback(${json});`),
    'answers begin with a guard against inclusion': crookedJson((json) => `)]}',\n${json}`),
    'answers hold JSON twice': crookedJson((json) => `${json}\n${json}`),
    'answers hold NaN': crookedJson((json) => json.replace(/}$/, ',"score":NaN}')),
    'reads are answered with 204 and nothing': whenAccepted(reads, asEmpty(204)),
  }),
  ...silentDefects('service.version-path', [...onReads, 'service.version-path'], {
    'reads under /v1/ redirect to /v2/': whenAccepted(
      reads,
      asRedirect(301, ({ path }) => path.replace('/v1', '/v2')),
    ),
  }),
];
