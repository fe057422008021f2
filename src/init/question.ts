import { parse } from '../judge/answer';
import { isObject } from '../judge/json';
import { typeFrom } from './block-types';
import type { Endpoint } from './operation';

interface Described {
  asks: string;
  example: string;
  /** The part that this one belongs to, and is useless without. */
  of?: 'text' | 'job' | 'workflow';
}

/** The parts of a target file that `init` asks for. Each is the name of an option, too. */
export const parts = {
  header: { asks: 'A header that every request needs', example: 'X-Tenant: demo' },
  parameter: { asks: 'A value that a request has in its path, query or headers', example: 'deployment: d1' },
  text: { asks: 'A text request', example: 'POST /v1/text' },
  'text-body': { of: 'text', asks: 'The JSON body of a text request', example: '{"prompt": "Hello"}' },
  job: { asks: 'A request that submits a job', example: 'POST /v1/jobs' },
  'job-body': {
    of: 'job',
    asks: 'The JSON body that submits a job',
    example: '{"input": {"prompt": "Hello"}}',
  },
  'job-id': {
    of: 'job',
    asks: 'Where `job_id` is in the response to the submission',
    example: '/data/job_id',
  },
  'job-state': {
    of: 'job',
    asks: 'Where the state is in GET /v1/jobs/{job_id}',
    example: '/data/status',
  },
  'job-result': {
    of: 'job',
    asks: 'Where the result is in GET /v1/jobs/{job_id}',
    example: '/data/output',
  },
  workflow: { asks: 'A request that submits a workflow', example: 'POST /v1/workflows' },
  'workflow-body': {
    of: 'workflow',
    asks: 'The JSON body of a workflow of two blocks, of which the second reads the first',
    example: '{"steps": [{"id": "a", ...}, {"id": "b", ...}]}',
  },
  block: {
    of: 'workflow',
    asks: 'The block types',
    example: 'write: prompt=text -> story=text, words=number',
  },
  'run-id': {
    of: 'workflow',
    asks: 'Where `run_id` is in the response to a workflow',
    example: '/data/run_id',
  },
  run: { of: 'workflow', asks: 'The lookup of a workflow run', example: 'GET /v1/runs/{id}' },
  credits: { asks: 'Where the remaining credits are in GET /v1/credits', example: '/data/remaining' },
  models: { asks: 'Where the list is in GET /v1/models', example: '/data' },
} as const satisfies Record<string, Described>;

export type Part = keyof typeof parts;

export type Flags = Partial<Record<Part, string[]>>;

const isAbsent = (given: string[] = []) => given.every((each) => each === 'none');

/** Options without effect, one line each with the reason: the part they belong to is not described. */
export function flagsWithoutEffect(
  flags: Flags,
  described: object,
  operations: readonly Endpoint[] = [],
): string[] {
  const required = operations.flatMap(({ parameters, headers }) =>
    Object.keys({ ...parameters?.path, ...parameters?.query, ...headers }),
  );
  const unknown = (flags.parameter ?? []).filter((line) => !required.includes(line.replace(/:.*/s, '')));
  const odd = unknown.map((line) => `--parameter '${line}' has no effect, since no operation requires it.`);
  const alone = (Object.keys(parts) as Part[]).flatMap((part) => {
    const { of }: Described = parts[part];
    if (of === undefined || of in described || isAbsent(flags[part])) return [];
    return `--${part} has no effect, since no ${of} is described: --${of} '${parts[of].example}'`;
  });
  return [...alone, ...odd];
}

/** The form of a valid answer to a question, recognised by the question's example. */
const forms: readonly { like: RegExp; fits: (given: string) => boolean; name: string }[] = [
  { like: /"prompt"/, fits: (given) => isObject(parse(given)), name: 'JSON object' },
  { like: /^\{/, fits: (given) => parse(given) !== undefined, name: 'JSON' },
  { like: /^[A-Z]+ \//, fits: (given) => /^[a-z]+\s+\/\S*$/i.test(given), name: 'method and path' },
  { like: /^\//, fits: (given) => /^(\/.*)?$/.test(given), name: 'JSON pointer' },
  { like: / -> /, fits: (given) => typeFrom(given) !== null, name: 'block type' },
  { like: /^[a-z]+: /, fits: (given) => /^[^:\s]+:\s*\S/.test(given), name: 'parameter' },
  { like: /^[\w-]+: /, fits: (given) => /^[\w-]+:\s*\S/.test(given), name: 'header' },
];

/** Why this cannot be the part, as text; null where it can. */
export function whyInvalid(part: Part, given: string): string | null {
  const { example } = parts[part];
  const form = forms.find(({ like }) => like.test(example));
  return form === undefined || form.fits(given) ? null : `that is no ${form.name}, such as ${example}`;
}

export interface Candidate {
  value: string;
  /** Evidence that it is the part. */
  why: string;
  score: number;
}

export interface Question {
  part: Part;
  /** The candidates, the best first. */
  options: Candidate[];
  /** Whether a document or captured exchanges were searched for it. */
  shown: boolean;
  /** Never asked: only an option answers it. */
  flagOnly?: boolean;
  /** Several may be chosen, one on each line. */
  several?: boolean;
  /** Which of several things of this kind. */
  about?: string;
  /** What is known about it where there is no candidate. */
  unspelt?: string | undefined;
  /** What `init` cannot ask for without it. */
  neededFor?: string;
  /** What the target file lacks without it. */
  neededBy?: 'workflow';
}

/** Decides what a part is; null where the target has none. */
export type Choose = (question: Question) => Promise<string | null>;

/** A question that neither the given material nor an option answers. */
export class Undecided extends Error {}

/** The values in one answer. Where a part can have several, they are separated by line breaks or semicolons. */
export function valuesIn(given: string, { several }: Pick<Question, 'several'>): string[] {
  return several ? given.split(/\s*[;\n]\s*/) : [given];
}

/**
 * Answers from options, then from a candidate that clearly fits best, then by asking.
 * @param flags part -> values from the command line; `none` for a part that the target does not have
 * @param tell receives one line for each part: what it is and why, or that it was not found
 * @param ask asks a person; null where there is no terminal
 * @throws Undecided where several fit equally well and nobody can be asked
 */
export function chooser(
  flags: Flags,
  tell: (line: string) => void,
  ask: ((question: Question) => Promise<string | null>) | null,
): Choose {
  return async (question) => {
    const { part, about } = question;
    // Only a person chooses a candidate that is very unlikely.
    const fitting = question.options.filter(({ score }) => score >= 0);
    const options = fitting.length > 0 ? fitting : question.options;
    const name = about === undefined ? part : `${part} ${about}`;
    const given = flags[part]
      ?.filter(
        (value) =>
          about === undefined ||
          value === 'none' ||
          value.toLowerCase().startsWith(`${about.toLowerCase()}:`),
      )
      .flatMap((value) => valuesIn(value, question));
    if (given && given.length > 0) {
      const isNone = isAbsent(given) && !part.endsWith('-body');
      const value = isNone ? null : given.join('\n');
      const wrong = isNone ? undefined : given.find((each) => whyInvalid(part, each) !== null);
      if (wrong !== undefined) throw new Error(`--${part} '${wrong}': ${whyInvalid(part, wrong)}`);
      tell(`${name}: ${value ?? 'none'}, as given`);
      return value;
    }
    if (question.flagOnly) return null;
    if (question.several && options.length > 0) {
      const lines = options.map(({ value }) => value);
      tell(`${name}: ${lines.join('; ')}`);
      return lines.join('\n');
    }
    const [best, second] = options;
    if (
      best !== undefined &&
      fitting.length > 0 &&
      (second === undefined || best.score - second.score >= 0.25)
    ) {
      tell(`${name}: ${best.value || 'the whole response'}: ${best.why}`);
      return best.value;
    }
    if (ask !== null && (options.length > 0 || !question.shown || question.neededFor))
      return ask({ ...question, options });
    if (best !== undefined) {
      const list = options.map(({ value, why }) => `  --${part} '${value}'  ${why}`);
      throw new Undecided(
        [`${name}: ${options.length} fit, choose one:`, ...list, `  --${part} none`].join('\n'),
      );
    }
    if (question.neededFor)
      throw new Undecided(`${about} is required by ${question.neededFor}: --${part} '${about}: ...'`);
    const flag = `--${part} '${parts[part].example}'`;
    if (question.neededBy) tell(`${name}: not found, so ${question.neededBy} is left out: ${flag}`);
    else if (question.shown) tell(`${name}: ${question.unspelt ?? `not found; where there is one: ${flag}`}`);
    return null;
  };
}
