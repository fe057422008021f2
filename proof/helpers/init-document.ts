import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { loadTarget } from '../../src/settings/target-file/load-target';
import type { RequestSpec } from '../../src/settings/target-file/target';
import { init } from './process';

/** Writes a target file from a document, and reads it. */
export async function written(testInfo: TestInfo, content: string | Buffer, more: string[] = []) {
  const folder = testInfo.outputPath();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'source'), content);
  const { code, stdout, stderr } = await init(['--openapi', 'source', '--no-doctor', ...more], {}, folder);
  if (code !== 0) return { stderr, stdout };
  const file = join(folder, 'target.ts');
  const { text, ...target } = await loadTarget(file);
  return {
    address: /^BASE_URL=(.*)$/m.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1],
    prompt: text?.({ model: 'm', prompt: 'p' }),
    messages: text?.({ model: 'm', messages: [] }),
    target,
    file: readFileSync(file, 'utf8'),
    stdout,
    stderr,
  };
}

export const post = (path: string, body: object): RequestSpec => ({ method: 'POST', path, body });
export const plain = { model: 'm', prompt: 'p' };

const svc = 'servers: [{ url: https://svc.example.com }]';
export const sends = (schema: string, type = 'application/json') =>
  `requestBody: { content: { '${type}': { schema: ${schema} } } }`;
export const taking = (prompt: string, more = '') =>
  `{ type: object, properties: { prompt: ${prompt}, model: { type: string }, ${more} } }`;
export const schema = taking('{ type: string }');
export const textPath = (schema: string, more = '') => `/v1/text: { post: { ${sends(schema)}, ${more} } }`;
export const models = (schema: string) =>
  `/v1/models: { get: { responses: { 200: { content: { application/json: { schema: ${schema} } } } } } }`;

/** A document with these paths, and more of its fields. */
export const yaml = (paths: string, more = svc) => `openapi: 3.2.0\n${more}\npaths:\n  ${paths}`;
export const components = (...schemas: string[]) =>
  `${svc}\ncomponents: { schemas: { ${schemas.join(', ')} } }`;
export const inSchemas = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;

export const listed = '{ properties: { list: { items: { properties: { id: { type: string } } } } } }';
