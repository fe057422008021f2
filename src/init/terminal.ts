import { cancel, confirm, isCancel, password, select, text } from '@clack/prompts';
import { parts, type Question, valuesIn, whyInvalid } from './question';

/** Asks a person, one question at a time. All terminal input and output is here. */

function answered<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.');
  process.exit(2);
}

/**
 * @param wrong why an answer is invalid, in which case the question is repeated; an empty answer is always
 *   valid
 */
export async function askText(
  message: string,
  placeholder: string,
  wrong: (given: string) => string | null = () => null,
): Promise<string> {
  const validate = (given = '') => (given.trim() === '' ? undefined : (wrong(given.trim()) ?? undefined));
  return answered(await text({ message, placeholder, validate })) ?? '';
}

/** What a part of the target is; null where it has none. */
export async function askFor(question: Question): Promise<string | null> {
  const { part, options, about, several } = question;
  const { asks, example } = parts[part];
  const message = about === undefined ? asks : `${asks}: ${about}`;
  if (options.length > 0) {
    const chosen = answered(
      await select<string | null>({
        message,
        options: [
          ...options.map(({ value, why }) => ({ value, label: value || 'the whole response', hint: why })),
          { value: null, label: 'none of them' },
        ],
      }),
    );
    if (chosen !== null) return chosen;
  }
  const hint = several ? `${example}; another after "; "` : example;
  const wrong = (given: string) =>
    valuesIn(given, question).flatMap((one) => whyInvalid(part, one) ?? [])[0] ?? null;
  const given = (await askText(`${message} (empty: there is none)`, hint, wrong)).trim();
  return given === '' ? null : valuesIn(given, question).join('\n');
}

export async function askForKey(): Promise<string | null> {
  const key = answered(
    await password({ message: 'The key of the account under test (empty: later, in .env)' }),
  );
  return key === '' || key === undefined ? null : key;
}

/** Whether the doctor should check the corrected target file again. */
export async function askAgain(file: string): Promise<boolean> {
  return answered(await confirm({ message: `Put ${file} right. Ask the target again?` }));
}
