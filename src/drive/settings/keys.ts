import { type KeyVariable, keyVariables } from '../../../spec/accounts';
import { isWord, PART } from '../../judge/masking/mask';
import { keyPlaceholderIn } from './placeholders';

export type Keys = Partial<Record<KeyVariable, string>>;

/** What is wrong with a value that cannot be a key, after the name of its variable. The first that applies. */
const faults: readonly (readonly [isMet: (key: string) => boolean, fault: (key: string) => string])[] = [
  [(key) => key === '', () => ' is set but empty: give the key, or unset it.'],
  [
    (key) => keyPlaceholderIn(key) !== undefined,
    (key) => ` is a placeholder of the form ${keyPlaceholderIn(key)}: give the key itself, or unset it.`,
  ],
  [(key) => /^bearer\s/i.test(key), () => ' begins with Bearer: give the key alone.'],
  [(key) => /^['"]|['"]$/.test(key), () => ' has a quote of its own at an end: give the key without it.'],
  [(key) => /\s/.test(key), () => ' holds white space: copy the key without it, in quotes.'],
  [(key) => !/^[\x21-\x7e]+$/.test(key), () => ' holds a character that no header can carry.'],
  [
    (key) => key.length < 4,
    () => ' is shorter than four characters: too short to be masked in reports. Set the whole key.',
  ],
];

/** The keys in an environment, and the problem of each value that is none. */
export function readKeys(env: NodeJS.ProcessEnv): { keys: Keys; problems: string[] } {
  const keys: Keys = {};
  const problems: string[] = [];
  for (const variable of keyVariables) {
    const key = env[variable];
    if (key === undefined) continue;
    const [, fault] = faults.find(([isMet]) => isMet(key)) ?? [];
    if (fault === undefined) keys[variable] = key;
    else problems.push(variable + fault(key));
  }
  const seen = new Map<string, string>();
  for (const [variable, key] of Object.entries(keys)) {
    const twin = seen.get(key);
    if (twin !== undefined)
      problems.push(`${twin} and ${variable} hold the same key: each must be another account.`);
    seen.set(key, variable);
  }
  return { keys, problems };
}

/** Warnings of keys that cannot be masked everywhere. */
export const warningsOfKeys = (keys: Keys): string[] =>
  Object.entries(keys).flatMap(([variable, key]) => {
    if (isWord(key))
      return [
        `${variable} is a word or a number: reports show it where a response repeats it. Use a key made for this suite.`,
      ];
    return key.length < PART
      ? [`${variable} is short: it is masked, but reports are not searched for it.`]
      : [];
  });
