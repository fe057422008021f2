import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../proof/helpers/process';
import { loadTarget } from '../drive/target-file/load-target';
import { curlExchanges } from './curl';
import { operationsShown } from './exchanges';
import { draftOf } from './find';

/** The draft from pasted commands, and the lines that are printed meanwhile. */
function drafted(commands: string) {
  const lines: string[] = [];
  const { operations, ...shown } = operationsShown(curlExchanges(commands));
  return { draft: draftOf(operations, (line) => lines.push(line)), lines, ...shown };
}

/** A command with its response. */
const pasted = (path: string, body: unknown, answer: object = { text: 'Hello' }) =>
  `curl 'https://a.example${path}' -d '${JSON.stringify(body)}'\n${JSON.stringify(answer)}\n`;

const sending = (path: string, body = 'fields') =>
  `(fields) => ({ method: 'POST', path: '${path}', body: ${body} })`;

for (const [what, path, sent] of [
  ['one parameter', '/v1/text?api-version=2024-06-01', '/v1/text?api-version=2024-06-01'],
  ['two of the same name', '/v1/text?a=1&a=2', '/v1/text?a=1&a=2'],
  ['an encoded value', '/v1/text?region=eu%20west%2F1', '/v1/text?region=eu%20west%2F1'],
  ['a value that is empty', '/v1/text?debug=', '/v1/text?debug='],
] as const)
  test(`the query of a command stays in its request: ${what}`, () => {
    expect(drafted(pasted(path, { prompt: 'Hi' })).draft.text).toEqual({ code: sending(sent), missing: [] });
  });

test('a key in a query is left out, and a value that a variable of the shell has is named as missing', () => {
  const { draft, withheld } = drafted(
    pasted('/v1/text?api_key=sk-123456789&region=$REGION', { prompt: 'Hi' }),
  );
  expect(draft.text).toEqual({ code: sending('/v1/text?region=%3Cregion%3E'), missing: ['region'] });
  expect(withheld).toEqual(['query parameter api_key']);
});

test('an ID in a query is looked up, and the other parameters stay', () => {
  const steps = [
    { id: 'a', type: 'write', with: { prompt: 'Hi' } },
    { id: 'b', type: 'write', with: { prompt: '{{a.text}}' } },
  ];
  const look = 'curl "https://a.example/v1/state?view=full&run=run_1"\n{"run_id": "run_1"}';
  const { draft } = drafted(pasted('/v1/flows', { steps }, { run_id: 'run_1' }) + look);
  const path = `\`/v1/state?view=full&run=\${encodeURIComponent(runId)}\``;
  expect(draft.run?.code).toBe(`(runId) => ({ path: ${path} })`);
});

for (const [what, commands, body] of [
  [
    'a prompt and messages of one address',
    pasted('/v1/text', { kind: 'prompt', prompt: 'Hi' }) +
      pasted('/v1/text', { kind: 'chat', messages: [{ role: 'user', content: 'Hi' }] }),
    "'messages' in fields ? { ...fields, kind: 'chat' } : { ...fields, kind: 'prompt' }",
  ],
  [
    'the input in a field and the model beside it',
    pasted('/v1/text', { model: 'acme-text-pro', input: { prompt: 'Hi' }, n: 1 }),
    '{ input: fields, n: 1, model: model }',
  ],
  [
    'the model in another field than the input',
    pasted('/v1/text', { prompt: 'Hi', config: { model: 'acme-text-pro' } }),
    '{ ...fields, config: { model: model } }',
  ],
] as const)
  test(`a text request is sent as its commands show it: ${what}`, () => {
    const { draft } = drafted(commands);
    const code = sending('/v1/text', body);
    const apart = body.includes('model: model');
    expect(draft.text?.code.replace(/\s+/g, ' ')).toBe(
      apart ? code.replace('(fields)', '({ model, ...fields })') : code,
    );
  });

for (const [shown, messages] of [
  [[{ role: 'user', content: 'Hi' }], undefined],
  [[{ author: 'me', content: 'Hi' }], "[ { author: 'me', content: 'Hi' } ]"],
] as const)
  test(`messages that are not the usual ones are sent as shown: ${JSON.stringify(shown)}`, () => {
    const { draft } = drafted(pasted('/v1/text', { model: 'acme-text-pro', messages: shown }));
    expect(draft.messages?.code).toBe(messages);
  });

const steps = (prompt: unknown, inputs = 'with') => ({
  steps: [
    { id: 'a', type: 'write', [inputs]: { prompt: 'Hi' } },
    { id: 'b', type: 'draw', [inputs]: { prompt } },
  ],
});
for (const [what, body, sent = body] of [
  ['an object', steps({ step: 'a', output: 'text' })],
  ['an object in an object', steps({ from: { block: 'a', output: 'text' } })],
  ['an object around a text', steps({ $ref: 'a.text' }, 'in')],
  ['{{block.field}}', steps('{{a.text}}')],
  ['$node["block"].json["field"]', steps('$node["a"].json["text"]')],
  ['$.steps.block.field', steps('$.steps.a.text')],
  ['a reference in a sentence', steps('Draw this: {{a.text}}, please.'), steps('{{a.text}}')],
  ['a list as the body', steps('@a.text').steps],
  [
    'blocks by their names',
    {
      run: {
        blocks: { a: { uses: 'write', in: { prompt: 'Hi' } }, b: { uses: 'draw', in: { prompt: 'a#text' } } },
      },
    },
  ],
] as [what: string, body: object, sent?: object][])
  test(`a workflow is sent as its command shows it: ${what}`, async ({}, testInfo) => {
    const { draft } = drafted(pasted('/v1/flows', body, { run_id: 'run_1' }));
    const file = testInfo.outputPath('flow.ts');
    const { submit, blockTypes } = draft.workflow ?? {};
    const types = join(root, 'src/drive/target-file/target');
    writeFileSync(
      file,
      `import type { Block, BlockInput, Target } from '${types}';
export default { workflow: { blockTypes: ${blockTypes?.code}, submit: ${submit?.code} } } satisfies Target;
${draft.asStep}`,
    );
    const { workflow } = await loadTarget(file);
    const request = workflow?.submit([
      { name: 'a', type: 'write', inputs: { prompt: { literal: 'Hi' } } },
      { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'text' } } },
    ]);
    expect(request).toEqual({ method: 'POST', path: '/v1/flows', body: sent });
  });

test('what is not understood is named', () => {
  const nodes = [{ id: 'a', type: 'write', data: { prompt: 'Hi' } }];
  const { draft, lines } = drafted(pasted('/v1/flows', { nodes }, { run_id: 'run_1' }));
  expect(draft).toEqual({});
  expect(lines).toContain('workflow: how its blocks read each other was not found, so it is a comment');
  expect(lines).toContain('text: not found, so it is a comment');
});

test('a placeholder is not taken for a key', () => {
  for (const key of ['$API_KEY', '<key>', '{{key}}', 'YOUR_API_KEY', 'sk-...', '****', 'a"b#c', '+/=0']) {
    const command = `curl https://a.example/v1/models -H 'Authorization: Bearer ${key}'\n{}`;
    expect(operationsShown(curlExchanges(command)).key).toBe(/[#=]/.test(key) ? key : null);
  }
});

test('a draft contains no secrets or personal addresses of a pasted body', () => {
  const sent = {
    prompt: 'Hi',
    api_key: 'k-1',
    auth: { password: 'pw-2' },
    callback_url: 'https://me.example/c-3',
    notify: 'me4@me.example',
  };
  const { draft, withheld } = drafted(pasted('/v1/text', sent));
  expect(draft.text?.code).not.toMatch(/k-1|pw-2|c-3|me4@/);
  expect(withheld).toEqual(['api_key', 'callback_url', 'notify', 'password'].map((name) => `member ${name}`));
});
