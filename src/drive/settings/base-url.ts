import { keyVariables } from '../../../spec/accounts';
import { inClear, isInClear } from '../../judge/response/plain-http';

/** What is wrong with the variables that say where requests go, and by whom. */
export function problemsOfAddress(env: NodeJS.ProcessEnv): string[] {
  const { BASE_URL, ALLOW_HTTP, API_KEY } = env;
  if (BASE_URL === undefined) {
    const orphans = [...keyVariables, 'TARGET'].filter((name) => name in env);
    return orphans.length === 0
      ? []
      : [`BASE_URL is not set although ${orphans.join(', ')} is: give the address, or BASE_URL=mock.`];
  }
  if (BASE_URL === 'mock') return [];
  return [
    ...(BASE_URL === ''
      ? ['BASE_URL is set but empty: give the address, or unset it for the mock.']
      : problemsOfUrl(BASE_URL, ALLOW_HTTP === 'yes')),
    ...(API_KEY === undefined
      ? ['API_KEY is not set: BASE_URL needs the key of the account under test.']
      : []),
  ];
}

/** What is wrong with an address. The value is never in the text. */
function problemsOfUrl(text: string, allowsHttp: boolean): string[] {
  // A URL parser drops it, but a client that concatenates paths does not.
  if (/\s/.test(text)) return ['BASE_URL holds white space: remove it.'];
  // A URL parser takes some for a host.
  if (/[<>{}$]/.test(text)) return ['BASE_URL has a placeholder: put the value in its place.'];
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return ['BASE_URL is no http or https address: give one such as https://host/prefix.'];
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '')
    problems.push('BASE_URL holds a user name or password: remove it.');
  if (url.search !== '' || url.hash !== '') problems.push('BASE_URL has a query or fragment: remove it.');
  if (isInClear(url) && !allowsHttp) problems.push(inClear('BASE_URL'));
  return problems;
}

export const isUnencrypted = (text: string): boolean => URL.canParse(text) && isInClear(new URL(text));

/** The address without secrets. An address that may contain one is a problem, and is never printed. */
export function withoutSecrets(text: string): string {
  return (
    text
      .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .trim() || 'an empty BASE_URL'
  );
}
