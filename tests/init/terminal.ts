import { cancel, confirm, isCancel, password, select, text } from '@clack/prompts';
import { parse } from '../engine/answer';
import { parts, type Question } from './question';

/** Asks a person, one question at a time. All that touches the terminal. */

function answered<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.');
  process.exit(2);
}

/** @param json asks again for what is neither empty nor JSON */
export async function askText(message: string, placeholder: string, json = false): Promise<string> {
  const validate = (given = '') =>
    json && given.trim() !== '' && parse(given) === undefined
      ? `That is no JSON, such as ${placeholder}`
      : undefined;
  return answered(await text({ message, placeholder, validate })) ?? '';
}

/** What a part of the target is; null where it has none. */
export async function askFor({ part, options, about, several }: Question): Promise<string | null> {
  const { asks, example } = parts[part];
  const message = about === undefined ? asks : `${asks}: ${about}`;
  if (options.length > 0) {
    const chosen = answered(
      await select<string | null>({
        message,
        options: [
          ...options.map(({ value, why }) => ({ value, label: value || 'the whole answer', hint: why })),
          { value: null, label: 'none of them' },
        ],
      }),
    );
    if (chosen !== null) return chosen;
  }
  const hint = several ? `${example}; another after "; "` : example;
  const given = (
    await askText(`${message} (empty: there is none)`, hint, example.startsWith('{') && !several)
  ).trim();
  if (given === '') return null;
  return several ? given.split(/\s*;\s*/).join('\n') : given;
}

export async function askForKey(): Promise<string | null> {
  const key = answered(
    await password({ message: 'The key of the account under test (empty: later, in .env)' }),
  );
  return key === '' || key === undefined ? null : key;
}

/** Whether the doctor is to look again, once the target file was put right. */
export async function askAgain(file: string): Promise<boolean> {
  return answered(await confirm({ message: `Put ${file} right. Ask the target again?` }));
}
