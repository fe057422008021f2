import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type AnySchema, type ValidateFunction } from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import { OpenAPIV3 } from 'openapi-types';
import { type Document, examplesOf, nodesOf, readDocument, targetOf } from './document';
import { type Path, pathOf, pointerTo, valueAt } from './pointer';
import type { Bodies, Validators } from './validators';

/**
 * Compiles a document to two files: CommonJS that exports its validators and tables, and the types of these
 * tables.
 * @param file path of the OpenAPI document
 * @returns the name of each file -> its text
 * @throws where the document is invalid or contradicts itself
 */
export async function generate(file: string): Promise<Record<string, string>> {
  const document = await readDocument(readFileSync(file, 'utf8'));
  checkOperations(document);
  checkCodes(document);
  checkSchemas(document);

  const used: Record<Tells, Set<string>> = { all: new Set(), first: new Set() };
  const bodies = bodiesOf(document, (path, tells) => {
    used[tells].add(pointerTo(path));
    return new Code(`${tells}[${JSON.stringify(pointerTo(path))}]`);
  });
  const moduleOf = (tells: Tells) => {
    const addresses = [...used[tells]].map((pointer) => [pointer, addressOf(pathOf(pointer))]);
    const code = standaloneCode(compilerOf(document, tells), Object.fromEntries(addresses));
    return `((exports) => {${code}\nreturn exports;})({})`;
  };
  const exported = {
    codes: Object.fromEntries(codesOf(document)),
    examples: examplesOfCodes(document),
    errorFields: errorFieldsOf(document),
    operations: operationsOf(document),
    ...bodies,
  };
  return {
    'document.d.ts': typesOf(document),
    'validators.cjs': `// Made from openapi.yaml by generate.ts.
const all = ${moduleOf('all')};
const first = ${moduleOf('first')};
module.exports = ${literal(exported)};
`,
  };
}

/** The tables of a document as types, so that `npm run types` finds each place that lacks a new row. */
function typesOf(document: Document): string {
  const codes = Object.fromEntries(codesOf(document));
  return `/** Made from openapi.yaml by generate.ts. */
export type Codes = ${JSON.stringify(codes, null, 2)};
export type Operations = ${JSON.stringify(operationsOf(document), null, 2)};
`;
}

/** Limits the errors that a validator reports: of a list of any length, the first is enough. */
type Tells = 'all' | 'first';

/** A value for each body in the document: of failures by status, and by operation. */
function bodiesOf<T>(document: Document, make: (path: Path, tells: Tells) => T): Bodies<T> {
  const under = (place: Path): Record<string, T> =>
    Object.fromEntries(
      Object.keys(valueAt(document, place) ?? {}).map((status) => {
        const path = [...targetOf(document, [...place, status]), ...body];
        return [status, make(path, status.startsWith('2') ? 'first' : 'all')];
      }),
    );
  return {
    failure: make(['components', 'schemas', 'Failure'], 'all'),
    failures: under(['components', 'responses']),
    answers: Object.fromEntries(
      Object.entries(operationsOf(document)).map(([id, { method, path }]) => [
        id,
        under(['paths', path, method.toLowerCase(), 'responses']),
      ]),
    ),
  };
}

function operationsOf(document: Document): Validators['operations'] {
  return Object.fromEntries(
    placesOf(document).map(([, path = '', method = '']) => {
      const place = ['paths', path, method];
      const { operationId, 'x-clause': clause } = valueAt(document, place) as Shown;
      return [operationId, { method: method.toUpperCase(), path, clause }];
    }),
  );
}

type Shown = { operationId: string; 'x-clause': string; responses: object };

/** The path of each operation: `['paths', '/v1/models', 'get']`. */
function placesOf(document: Document): Path[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {})
      .filter((name) => methods.has(name))
      .map((method) => ['paths', path, method]),
  );
}

/** A path has other fields beside its methods, such as the parameters that they share. */
const methods: ReadonlySet<string> = new Set(Object.values(OpenAPIV3.HttpMethods));

const problemAt = (path: Path, words: string) => new Error(`${pointerTo(path)}: ${words}`);

/**
 * Checks that each operation is a GET and has a name, a clause, and all statuses that belong to a code, and that a
 * response named after a status is used for this status.
 */
function checkOperations(document: Document): void {
  for (const place of placesOf(document)) {
    const operation = valueAt(document, place) as Partial<Shown> & Pick<Shown, 'responses'>;
    for (const field of ['operationId', 'x-clause'] as const)
      if (operation[field] === undefined) throw problemAt(place, `the operation has no ${field}`);
    if (place.at(-1) !== 'get') throw problemAt(place, 'the operation is no GET: the suite sends no other');
    const missing = Object.keys(document.components?.responses ?? {}).find(
      (status) => !(status in operation.responses),
    );
    if (missing !== undefined) throw problemAt([...place, 'responses'], `there is no response ${missing}`);
    for (const status of Object.keys(operation.responses)) {
      const path = [...place, 'responses', status];
      const used = targetOf(document, path).at(-1);
      if (used !== status) throw problemAt(path, `${status} refers to the response ${used}`);
    }
  }
}

const body: Path = ['content', 'application/json', 'schema'];

/** The codes with their statuses: a response component is named after its status and lists its codes. */
function codesOf(document: Document): [code: string, status: number][] {
  return Object.keys(document.components?.responses ?? {}).flatMap((status) => {
    const codes = valueAt(document, codesUnder(status));
    return Array.isArray(codes) ? codes.map((code): [string, number] => [code, Number(status)]) : [];
  });
}

/** The example of each code. */
function examplesOfCodes(document: Document): Validators['examples'] {
  return Object.fromEntries(
    codesOf(document).map(([code, status]) => {
      const media: Path = ['components', 'responses', `${status}`, 'content', 'application/json'];
      const example = valueAt(document, [...media, 'examples', code]);
      if (example === undefined) throw problemAt(media, `there is no example for ${code}`);
      return [code, example as Validators['examples'][string]];
    }),
  );
}

function errorFieldsOf(document: Document): string[] {
  const fields = valueAt(document, ['components', 'schemas', 'ErrorObject', 'properties']);
  return Object.keys(fields ?? {});
}

function codesUnder(status: string): Path {
  return [
    ...['components', 'responses', status, ...body],
    ...['allOf', '1', 'properties', 'error', 'properties', 'code', 'enum'],
  ];
}

/** Checks that each code belongs to one status, and that each status has only listed codes. */
function checkCodes(document: Document): void {
  const list: Path = ['components', 'schemas', 'ErrorCode', 'enum'];
  const listed = valueAt(document, list);
  if (!Array.isArray(listed)) throw problemAt(list, 'ErrorCode lists no codes');
  const table = new Map<string, number>();
  for (const [code, status] of codesOf(document)) {
    const path = codesUnder(`${status}`);
    if (!listed.includes(code)) throw problemAt(path, `"${code}" is not in ErrorCode`);
    if (table.has(code))
      throw problemAt(path, `"${code}" has two statuses, ${table.get(code)} and ${status}`);
    table.set(code, status);
  }
  const orphan = listed.find((code) => !table.has(code));
  if (orphan !== undefined) throw problemAt(list, `"${orphan}" is listed by no response that a status names`);
}

/** Checks that each schema is valid, and each example matches its schema. */
function checkSchemas(document: Document): void {
  const ajv = compilerOf(document, 'first');
  for (const [path, schema] of schemasOf(document)) {
    try {
      ajv.validateSchema(schema, true);
      validatorAt(ajv, path);
    } catch (error) {
      throw problemAt(path, error instanceof Error ? error.message : String(error));
    }
  }
  const single = [...nodesOf(document)].filter(([path]) => path.at(-1) === 'example');
  for (const [path, value] of [...examplesOf(document), ...single]) {
    const schema: Path = [...path.slice(0, path.at(-1) === 'example' ? -1 : -3), 'schema'];
    // A schema may have an example as well.
    const validate = valueAt(document, schema) === undefined ? undefined : validatorAt(ajv, schema);
    if (validate?.(value) === false)
      throw problemAt(path, `the example breaks its own schema: ${ajv.errorsText(validate.errors)}`);
  }
}

/** A compiler with the document as its schema. */
function compilerOf(document: Document, tells: Tells): Ajv {
  // A schema that narrows another has types and properties there, where ajv does not look.
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: tells === 'all',
    code: { source: true },
  });
  // The annotations that OpenAPI 3.1 adds to JSON Schema.
  ajv.addVocabulary(['discriminator', 'example', 'externalDocs', 'xml']);
  // ajv always applies it, though OpenAPI 3.1 no longer has it.
  ajv.removeKeyword('nullable');
  // ajv follows references only inside a schema, so the document is registered as a schema without
  // assertions.
  ajv.addVocabulary(Object.keys(document));
  return ajv.addSchema(document, documentKey, false, false);
}

const documentKey = 'document';

/** The address of a schema of the document in ajv. */
function addressOf(path: Path): string {
  return `${documentKey}#${encodeURI(pointerTo(path))}`;
}

function validatorAt(ajv: Ajv, path: Path): ValidateFunction {
  const validate = ajv.getSchema(addressOf(path));
  if (validate === undefined) throw new Error('there is no schema here');
  return validate;
}

/** All schema components, then all schemas that are written where they are used. */
function schemasOf(document: Document): [Path, AnySchema][] {
  const used = [...nodesOf(document)].filter(([path]) => path.at(-1) === 'schema' && path[1] !== 'schemas');
  const components = Object.entries(document.components?.schemas ?? {});
  return [
    ...components.map(([name, schema]): [Path, AnySchema] => [['components', 'schemas', name], schema]),
    ...used.map(([path, schema]): [Path, AnySchema] => [path, schema as AnySchema]),
  ];
}

/** An expression in the generated file. */
class Code {
  constructor(readonly text: string) {}
}

/** Code of a value, which may have expressions in it. */
function literal(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${literal(each)}`);
  return `{ ${fields.join(', ')} }`;
}

async function main(): Promise<void> {
  const folder = join(__dirname, 'generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await generate(join(__dirname, 'openapi.yaml'))))
    writeFileSync(join(folder, name), text);
}

if (require.main === module)
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
