import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import Ajv, { type AnySchema, type ValidateFunction } from 'ajv/dist/2020';
import standaloneCode from 'ajv/dist/standalone';
import {
  at,
  Fault,
  type Path,
  pathOf,
  pointerTo,
  readDocument,
  type Source,
  walk,
  wordsOf,
} from './document';
import { fingerprintOf } from './load';

/**
 * Compiles a document into a CommonJS file that exports its validators and its table of codes.
 * @param file path of the OpenAPI document
 * @param output path of the file, replaced as a whole
 * @throws Fault where the document is broken or contradicts itself
 */
export async function generate(file: string, output: string): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const source = await readDocument(relative(process.cwd(), file), text);
  const codes = tableOf(source);
  const ajv = compilerOf(source);
  checkExamples(source, ajv);

  const failure: Path = ['components', 'schemas', 'Failure'];
  const operations = operationsOf(source);
  const paths = [failure, ...operations.flatMap(({ schemas }) => schemas.map(([, path]) => path))];
  // Operations share responses; ajv declares a validator twice that is asked for under two names.
  const validators = Object.fromEntries(paths.map((path) => [pointerTo(path), addressOf(path)]));
  const exported = (path: Path) => `exports[${JSON.stringify(pointerTo(path))}]`;
  const answers = operations.map(({ operationId, schemas }) => {
    const judges = schemas.map(([status, path]) => `${JSON.stringify(status)}: ${exported(path)}`);
    return `${JSON.stringify(operationId)}: { ${judges.join(', ')} }`;
  });
  const code = `${standaloneCode(ajv, validators)}
module.exports = {
  fingerprint: ${JSON.stringify(fingerprintOf(text))},
  codes: ${JSON.stringify(codes)},
  errorBody: ${exported(failure)},
  answers: { ${answers.join(', ')} },
};
`;
  // Two workers may generate at once: neither may load half a file of the other.
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(`${output}.${process.pid}`, code);
  renameSync(`${output}.${process.pid}`, output);
}

/** The table code -> status: a response component named by a status lists the codes that go with it. */
function tableOf({ document, fault }: Source): Record<string, number> {
  const list: Path = ['components', 'schemas', 'ErrorCode', 'enum'];
  const listed = at(document, list);
  if (!Array.isArray(listed)) throw fault(list, 'ErrorCode lists no codes');
  const table: Record<string, number> = {};
  for (const status of Object.keys(document.components?.responses ?? {}).filter(isStatus)) {
    const path = ['components', 'responses', status, ...codesOfResponse];
    const codes = at(document, path);
    if (!Array.isArray(codes)) throw fault(path, `the response ${status} lists no codes`);
    for (const code of codes) {
      if (!listed.includes(code)) throw fault(path, `"${code}" is not in ErrorCode`);
      if (code in table) throw fault(path, `"${code}" has two statuses, ${table[code]} and ${status}`);
      table[code] = Number(status);
    }
  }
  const orphan = listed.find((code) => !(code in table));
  if (orphan !== undefined) throw fault(list, `"${orphan}" is listed by no response that a status names`);
  return table;
}

const codesOfResponse: Path = [
  ...['content', 'application/json', 'schema', 'properties'],
  ...['error', 'properties', 'code', 'enum'],
];

function isStatus(name: string): boolean {
  return /^[1-5]\d\d$/.test(name);
}

/** A compiler that knows every schema of the document, each one checked. */
function compilerOf({ document, fault }: Source): Ajv {
  // Where a schema narrows another, types and properties stand in the other, and ajv does not look there.
  const ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    code: { source: true },
  });
  // The annotations that OpenAPI 3.1 adds to JSON Schema.
  ajv.addVocabulary(['discriminator', 'example', 'externalDocs', 'xml']);
  // ajv obeys it at any time, and OpenAPI 3.1 has it no more.
  ajv.removeKeyword('nullable');
  // ajv follows references only within a schema, so the document passes for one that asserts nothing.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, documentKey, false, false);
  const schemas = schemasOf(document);
  for (const [path, schema] of schemas) {
    if (ajv.validateSchema(schema) === false) {
      const [error] = ajv.errors ?? [];
      throw fault([...path, ...pathOf(error?.instancePath ?? '')], error ? wordsOf(error) : 'is no schema');
    }
  }
  const attempt = (path: Path, compile: () => unknown) => {
    try {
      compile();
    } catch (error) {
      throw fault(path, error instanceof Error ? error.message : String(error));
    }
  };
  // Each by itself first, so that a fault shows in the schema that has it and not in one that refers to it.
  for (const [path, schema] of schemas) attempt(path, () => ajv.compile(withoutReferences(schema)));
  for (const [path] of schemas) attempt(path, () => validatorAt(ajv, path));
  return ajv;
}

const documentKey = 'document';

/** The address under which ajv knows a schema of the document. */
function addressOf(path: Path): string {
  return `${documentKey}#${encodeURI(pointerTo(path))}`;
}

function validatorAt(ajv: Ajv, path: Path): ValidateFunction {
  const validate = ajv.getSchema(addressOf(path));
  if (validate === undefined) throw new Error('there is no schema here');
  return validate;
}

/** Every schema component, then every schema that stands where it is used. */
function schemasOf(document: Source['document']): [Path, AnySchema][] {
  const used = [...walk(document)].filter(([path]) => path.at(-1) === 'schema' && path[1] !== 'schemas');
  const components = Object.entries(document.components?.schemas ?? {});
  return [
    ...components.map(([name, schema]): [Path, AnySchema] => [['components', 'schemas', name], schema]),
    ...used.map(([path, schema]): [Path, AnySchema] => [path, schema as AnySchema]),
  ];
}

function withoutReferences(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$ref' ? undefined : value)));
}

/** Holds every example to the schema that it is an example of. */
function checkExamples({ document, fault }: Source, ajv: Ajv): void {
  for (const { path, schema, value } of examplesOf(document)) {
    const validate = validatorAt(ajv, schema);
    if (validate(value)) continue;
    const [error] = validate.errors ?? [];
    const words = error ? `${error.instancePath} ${wordsOf(error)}` : 'is refused';
    throw fault(
      [...path, ...pathOf(error?.instancePath ?? '')],
      `the example breaks its own schema: ${words}`,
    );
  }
}

function* examplesOf(document: Source['document']): Generator<{ path: Path; schema: Path; value: unknown }> {
  for (const [path, node] of walk(document)) {
    const parent = path.slice(0, -1);
    const schema = [...parent, 'schema'];
    if (path.at(-1) === 'example' && at(document, schema)) yield { path, schema, value: node };
    if (path.at(-1) !== 'examples' || node === null || typeof node !== 'object') continue;
    for (const [name, example] of Object.entries(node)) {
      if (Array.isArray(node)) yield { path: [...path, name], schema: parent, value: example };
      else yield { path: [...path, name, 'value'], schema, value: at(example, ['value']) };
    }
  }
}

interface Operation {
  operationId: string;
  /** Status as written -> path of the schema of that answer. */
  schemas: [status: string, path: Path][];
}

function operationsOf(source: Source): Operation[] {
  const operations = [...walk(source.document.paths)].filter(([path]) => path.at(-1) === 'operationId');
  return operations.map(([path, operationId]) => {
    const place = ['paths', ...path.slice(0, -1), 'responses'];
    const statuses = Object.keys(at(source.document, place) ?? {});
    const schemas = statuses.map((status): [string, Path] => [status, schemaOf(source, [...place, status])]);
    return { operationId: String(operationId), schemas };
  });
}

/** The path of the schema of a response, which stands there or is referred to. */
function schemaOf({ document, fault }: Source, place: Path): Path {
  const status = place.at(-1);
  const reference = at(document, [...place, '$ref']);
  const response = typeof reference === 'string' ? pathOf(reference.slice(1)) : place;
  const name = response.at(-1) ?? '';
  if (isStatus(name) && name !== status) throw fault(place, `${status} refers to the response ${name}`);
  const path = [...response, 'content', 'application/json', 'schema'];
  if (at(document, path) === undefined) throw fault(place, 'the response has no schema for application/json');
  return path;
}

if (require.main === module) {
  const [file, output] = process.argv.slice(2);
  if (file === undefined || output === undefined) throw new Error('usage: generate.ts <document> <output>');
  generate(file, output).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
