import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import { kindOf } from './json';

/** For schemas of our own: `format: 'date'` is an existing day, `typeof: 'function'` a function. */
export const schemas = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true })
  .addFormat('date', isDay)
  .addKeyword({
    keyword: 'typeof',
    schemaType: 'string',
    validate: (type: string, value: unknown) => typeof value === type,
  });

/**
 * The errors of the last validated value, one line each: which field, what it must be (the `description` in
 * the schema), and what it is.
 * @param whole the name of the value itself
 * @param within stands before the names of its fields: `text()`
 */
export function problemsOf({ errors }: ValidateFunction, whole: string, within = ''): string[] {
  // The schema after `if` has an error of its own.
  return (errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, params, parentSchema, data, message }) => {
      const steps = instancePath.split('/').slice(1);
      const field = (...more: string[]) =>
        [within, ...[...steps, ...more].map(asField)].join('').replace(/^\./, '');
      if (keyword === 'required') return `${field(params.missingProperty)} is missing`;
      if (keyword === 'additionalProperties') {
        const known = Object.keys(parentSchema?.properties ?? {}).join(', ');
        return `${field(params.additionalProperty)} is unknown: ${known} are known`;
      }
      const what = parentSchema?.description;
      const must = what === undefined ? message?.replace('be object', 'be an object') : `must be ${what}`;
      return `${steps.length === 0 ? whole : field()} ${must}, not ${typeof data === 'object' ? kindOf(data) : shown(data)}`;
    });
}

/** A step of a JSON Pointer in JavaScript notation: `.name`, `[0]`. */
function asField(step: string): string {
  return /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`;
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'function' ? 'a function' : JSON.stringify(value).slice(0, 80);
}

/** `2027-02-28`, but not `2027-02-30`. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}
