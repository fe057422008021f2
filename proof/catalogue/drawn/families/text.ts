import fc from 'fast-check';
import { type Alter, asHtml, asJson, whenRejected } from '../../../../mock/answers';
import { type Change, overrideChapter } from '../../../../mock/behaviour';
import { isObject } from '../../../../mock/json';
import { isJson, jsonOf, otherThan, reach, wasAccepted } from '../ask';
import { type DefectFamily, familiesOf, family, rowOf } from '../family';
import { anyTextUse, oneOf, rejections, type Scope, textScope, tiers, when } from '../scope';

/** Makes JSON invalid, and repairs it as lenient parsers do. Comments are left out: some parsers skip them. */
type Broken = [spoil: (json: string) => string, repair: (text: string) => string];
const broken: Readonly<Record<string, Broken>> = {
  'a comma before the last brace': [
    (json) => json.replace(/}$/, ',}'),
    (text) => text.replace(/,\s*}$/, '}'),
  ],
  'a comma behind the first brace': [(json) => json.replace(/^{/, '{,'), (text) => text.replace(/^{,/, '{')],
  'text behind it': [(json) => `${json} ok`, (text) => text.replace(/}\s*[^}]+$/, '}')],
  'a brace too many': [(json) => `${json}}`, (text) => text.replace(/}}$/, '}')],
  'a second value behind it': [(json) => `${json}\n${json}`, (text) => text.split('\n')[0] ?? ''],
  'a second value right behind it': [(json) => json + json, (text) => text.split('}{')[0]?.concat('}') ?? ''],
  'text before it': [(json) => `body=${json}`, (text) => text.replace(/^[^{]+/, '')],
  'single quotes': [(json) => json.replaceAll('"', "'"), (text) => text.replaceAll("'", '"')],
  'keys without quotes': [
    (json) => json.replace(/"(\w+)":/g, '$1:'),
    (text) => text.replace(/([{,])(\w+):/g, '$1"$2":'),
  ],
  'its last brace missing': [(json) => json.slice(0, -1), (text) => `${text}}`],
  'its last two characters missing': [(json) => json.slice(0, -2), (text) => `${text}"}`],
  'a colon missing': [(json) => json.replace('":"', '""'), (text) => text.replace(/^({"\w+")"/, '$1:"')],
  'an equals sign for a colon': [
    (json) => json.replaceAll('":"', '"="'),
    (text) => text.replaceAll('"="', '":"'),
  ],
  'a form for JSON': [
    (json) => new URLSearchParams(JSON.parse(json)).toString(),
    (text) => JSON.stringify(Object.fromEntries(new URLSearchParams(text))),
  ],
  'the braces of a list': [(json) => `[${json.slice(1, -1)}]`, (text) => `{${text.slice(1, -1)}}`],
};

const nano = JSON.stringify({ model: 'acme-text-nano', prompt: 'Hello' });
const anyBroken = rowOf(broken);
const spelt = 1 / Object.keys(broken).length;

/** Returns what a lenient parser reads from invalid JSON; undefined for valid JSON. */
const forgiven = (repair: (text: string) => string, text: string) =>
  isJson(text) ? undefined : jsonOf(repair(text));

/** Wrong responses to a malformed request. */
const answers: Readonly<Record<string, Alter>> = {
  ...rejections('400 415 crash'),
  'by the framework': asHtml('Bad Request', 400),
  ...rejections('model_not_found'),
  'with a list of problems': asJson({ detail: [{ loc: ['body'], msg: 'field required' }] }, 422),
};

const unlike = otherThan(422, 'invalid_request');

const malformed = familiesOf('text', {
  'text that is no JSON is read': family(
    'text.malformed.json',
    fc.tuple(anyBroken, textScope),
    ([[kind, [spoil, repair]], scope]) => ({
      phrase: `a body with ${kind} is read ${scope.noun}`,
      change: overrideChapter('text', (text) => ({
        read(body, call) {
          const value = scope.holds(call) ? forgiven(repair, body) : undefined;
          return isObject(value) ? value : text.read(body, call);
        },
      })),
      shows: async (ask) => wasAccepted(await reach(ask, scope.at, { body: spoil(nano) })),
      share: spelt,
    }),
  ),
  'text that is no JSON is told in another way': family(
    'text.malformed.json',
    fc.tuple(anyBroken, rowOf(answers), textScope),
    ([[kind, [spoil, repair]], [how, alter], scope]) => ({
      phrase: `a body with ${kind} is refused ${how} ${scope.noun}`,
      change: whenRejected(
        'invalid_request',
        alter,
        (call) => scope.holds(call) && isObject(forgiven(repair, call.body)),
      ),
      shows: async (ask) => unlike(await reach(ask, scope.at, { body: spoil(nano) })),
      share: spelt,
    }),
  ),
});

const others = (
  'input inputs text query question content message contents Prompt PROMPT Messages prompts ' +
  'instructions system q'
).split(' ');
const inAnotherCase = /^(prompt|messages)$/i;

const options = ['stream', 'temperature', 'max_tokens', 'user', 'tools', 'metadata', 'n', 'stop', 'seed'];
const values = ['null', '[]', '"Hello"', '7', 'true', '{}', '[{}]', '""', '0', 'false'];

/** Models for bodies that have a listed model and neither form of input. */
const anyTier = fc.constantFrom(...tiers);
const hasNone = (fields: object) => !('prompt' in fields || 'messages' in fields);

/** Accepts a body without input if `holds` is true. */
const needless = (scope: Scope, holds: (fields: Readonly<Record<string, unknown>>) => boolean): Change =>
  overrideChapter('text', (text) => ({
    wrong: (fields, call) =>
      scope.holds(call) && hasNone(fields) && holds(fields) ? undefined : text.wrong(fields, call),
  }));

const missing = familiesOf('text', {
  'another field is taken for the input': family(
    'text.requires.input',
    fc.tuple(fc.constantFrom(...others), textScope),
    ([field, scope]) => ({
      phrase: `a body with ${field} for its input is served ${scope.noun}`,
      change: needless(scope, (fields) => field in fields),
      shows: async (ask) =>
        wasAccepted(await reach(ask, scope.at, { body: { model: 'acme-text-nano', [field]: 'Hello' } })),
      share: 1 / others.length,
      leftAlone: inAnotherCase.test(field) ? 'readers of JSON in wide use do not tell case apart' : undefined,
    }),
    ['text.requires.input', 'text.requires.input-lenient'],
  ),
  'the input may be left out for one tier': family(
    'text.requires.input',
    fc.tuple(anyTier, oneOf(['text', 'submit'])),
    ([tier, scope]) => ({
      phrase: `a body without input is served ${scope.noun} for ${tier}`,
      change: needless(scope, ({ model }) => model === `acme-text-${tier}`),
      shows: async (ask) => wasAccepted(await reach(ask, scope.at, { body: { model: `acme-text-${tier}` } })),
      share: 1 / 3,
    }),
  ),
  'a missing input is told in another way for one tier': family(
    'text.requires.input',
    fc.tuple(rowOf(answers), anyTier, oneOf(['text', 'submit'])),
    ([[how, alter], tier, scope]) => ({
      phrase: `a body without input is refused ${how} ${scope.noun} for ${tier}`,
      change: whenRejected(
        'invalid_request',
        alter,
        (call) => scope.holds(call) && hasNone(call.fields) && call.fields.model === `acme-text-${tier}`,
      ),
      shows: async (ask) => unlike(await reach(ask, scope.at, { body: { model: `acme-text-${tier}` } })),
      share: 1 / 3,
    }),
  ),
  'a body with one field more needs no input': family(
    'text.requires.input',
    fc.tuple(fc.constantFrom(...options), textScope),
    ([field, scope]) => ({
      phrase: `a body without input and with ${field} is served ${scope.noun}`,
      change: needless(scope, (fields) => field in fields),
      shows: async (ask) =>
        wasAccepted(await reach(ask, scope.at, { body: { model: 'acme-text-nano', [field]: 1 } })),
      share: 1 / options.length,
    }),
    ['text.requires.input', 'text.requires.input-lenient'],
  ),
  'a body that is JSON and no object is read': family(
    'text.requires.input-lenient',
    fc.tuple(fc.constantFrom(...values), textScope),
    ([text, scope]) => ({
      phrase: `the body ${text} is served ${scope.noun}`,
      change: (behaviour) => ({
        text: {
          read: (body, call) =>
            scope.holds(call) && body.trim() === text
              ? { model: 'acme-text-nano', prompt: 'Hello' }
              : behaviour.text.read(body, call),
        },
      }),
      shows: async (ask) => wasAccepted(await reach(ask, scope.at, { body: text })),
      share: 1 / values.length,
    }),
    ['text.requires.input-lenient', 'text.malformed.json'],
  ),
});

const accepted = familiesOf('text', {
  'a sound input is refused at one kind of use': family(
    ['text.accepts.prompt', 'text.accepts.messages', 'models.use.listed'],
    anyTextUse,
    (use) => ({
      phrase: `the input is refused ${use.noun}`,
      change: when(use.holds, { text: { wrong: () => 'it is not so' } }),
      shows: async (ask) => !wasAccepted(await reach(ask, use.at, use.sent)),
      share: null,
    }),
  ),
});

export const textFamilies: readonly DefectFamily[] = [...malformed, ...missing, ...accepted];
