import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { curlExchanges } from './curl';
import { argumentsIn } from './curl-options';

const address = 'https://a.example/v1/text';
const key = '-H "Authorization: Bearer abc"';

/** A command, and the expected request: method, address, key and body. */
const commands: Record<string, [command: string, asked: string]> = {
  'flags and values in one word': [`-sSXPATCH ${address} -d'"Hello"'`, `PATCH ${address}  Hello`],
  'a header in one word': [`-sH"Authorization: Bearer abc" ${address}`, `GET ${address} Bearer abc `],
  'a variable of the environment': ['"$BASE_URL/v1/runs/$RUN"', 'GET https://a.example/v1/runs/$RUN  '],
  'a variable with a usual value': [
    `\${HOST:-https://b.example}/v1/models`,
    'GET https://b.example/v1/models  ',
  ],
  'an address without a scheme': ['localhost:8080/v1/models', 'GET http://localhost:8080/v1/models  '],
  ...Object.fromEntries(
    [
      ...['--noproxy 127.0.0.1', '-D headers.txt', '-K my.conf', '--retry-delay 2.5', '--oauth2-bearer abc'],
      ...['--resolve a.example:443:127.0.0.1', '--connect-to ::127.0.0.1:8443', '--unix-socket /run/a.sock'],
      ...[
        '-w "%{http_code}\\n"',
        '--cacert <(cat ca.pem)',
        '--max-time 2.5',
        '-x proxy.example:3128',
        '--retry 5',
      ],
      ...['--dns-servers 8.8.8.8', '--write-out @format.txt', '-m 3.5', '-e https://b.example'],
    ].map((option) => [
      `${option} before the address`,
      [`${option} ${address} ${key}`, `GET ${address} Bearer abc `],
    ]),
  ),
  '--form before the address': [`--form file=@a.png ${address}`, `POST ${address}  `],
  'a key as an option': [`${address} --oauth2-bearer abc`, `GET ${address} Bearer abc `],
  'a pipe': [`${address} -d '"Hello"'| jq .`, `POST ${address}  Hello`],
  'a semicolon': [`-d '"Hello"' ${address}; echo -X PUT`, `POST ${address}  Hello`],
  'a second command after &&': [`${address}&& echo -X PUT https://b.example`, `GET ${address}  `],
  'its output redirected to a file': [`${address} > out.json 2>&1`, `GET ${address}  `],
  'a here-document': [`${address} -d @- <<'EOF'\n"it's"\nEOF`, `POST ${address}  it's`],
  'a here-document in an argument': [
    `${address} -d "$(cat <<EOF\n"Hello"\nEOF\n)"`,
    `POST ${address}  Hello`,
  ],
  'a here-string': [`${address} -d @- <<< '"Hello"'`, `POST ${address}  Hello`],
  'escapes in $ quotes': [`${address} -d $'"\\u0048ello\\'s\\\\r"'`, `POST ${address}  Hello's\r`],
  'data in the query': [`-G ${address} -d a=1 --data-urlencode "b=x y"`, `GET ${address}?a=1&b=x%20y  `],
  'a request for the headers': [`-I ${address}`, `HEAD ${address}  `],
  'a form': [`-F a=b ${address}`, `POST ${address}  `],
  'several data options': [`${address} -d 'a=1' -d 'b=2'`, `POST ${address}  `],
  'JSON in pieces': [`${address} --json '{"a":' --json '1}'`, `POST ${address}  {"a":1}`],
  'a placeholder of documentation': [
    `--request POST --url ${address}/<ID>/<RUN-ID> ${key}`,
    `POST ${address}/<ID>/<RUN-ID> Bearer abc `,
  ],
  'input and output redirected': [`${address} < in.json > out.json`, `GET ${address}  `],
  'arguments after two dashes': [`-s -- ${address}`, `GET ${address}  `],
  'a second request': [`${address} --next https://b.example -d 1`, `GET ${address}  `],
};
for (const [what, [command, asked]] of Object.entries(commands)) {
  test(`a command with ${what} is read as curl reads it`, () => {
    const [shown] = curlExchanges(`curl ${command}\n{}`, { BASE_URL: 'https://a.example' });
    const body = typeof shown?.body === 'object' ? JSON.stringify(shown.body) : shown?.body;
    expect([shown?.method, shown?.url, shown?.headers.authorization, body].join(' ')).toBe(asked);
    expect(shown?.answer).toEqual({});
  });
}

test('exactly the options that take a value in the help of curl take one', () => {
  const help = execFileSync('curl', ['--help', 'all'], { encoding: 'utf8' });
  const options = [...help.matchAll(/^ *(?:(-\S), )? *(--\S+) ([<[]?)/gm)];
  expect(options.length).toBeGreaterThan(200);
  for (const [, letter, name = '', takes] of options)
    for (const option of letter === undefined ? [name] : [name, letter])
      expect([option, argumentsIn([option, 'v'])[0]?.value]).toEqual([option, takes === '' ? '' : 'v']);
});

const withKey = { headers: { authorization: 'Bearer sk-1' } };
const asked = { method: 'GET', url: address };

/** A file, and the request and response that it shows. */
const files: Record<string, [text: string, shown: object]> = {
  'a prompt of zsh': [`% curl ${address}\n{"a": 1}\n% `, { ...asked, answer: { a: 1 } }],
  'a prompt with user and host': [
    `ann@host:~/a$ curl ${address}\n{"a": 1}\nann@host:~/a$ `,
    { ...asked, answer: { a: 1 } },
  ],
  'a prompt on continued lines': [
    `$ curl \\\n> -X PUT \\\n> ${address}\n{}`,
    { ...asked, method: 'PUT', answer: {} },
  ],
  'a progress meter': [
    `curl ${address} | jq .\n  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\r100     8  100     8    0     0     70      0 --:--:-- --:--:-- --:--:--    70{"a": 1}`,
    { ...asked, answer: { a: 1 } },
  ],
  'a fence': [
    `\`\`\`sh\ncurl ${address}\n\`\`\`\n\n\`\`\`json\n{"a": 1}\n\`\`\`\n\nMore.`,
    { ...asked, answer: { a: 1 } },
  ],
  'the status after the body': [
    `curl -w '%{http_code}' ${address}\n{"a": 1}\n404`,
    { ...asked, status: 404, answer: { a: 1 } },
  ],
  'variables that the file sets': [
    `export HOST=https://a.example\nKEY='sk-1'\ncurl $HOST/v1/text -H "Authorization: Bearer \${KEY}"\n{}`,
    { ...asked, ...withKey },
  ],
};
for (const [what, [text, shown]] of Object.entries(files))
  test(`a command and its response are read from a file with ${what}`, () => {
    expect(curlExchanges(text)).toMatchObject([shown]);
  });

test('text that is not a curl command is ignored', () => {
  expect(curlExchanges('curl is a program.\nSee https://curl.se for more.')).toEqual([]);
  expect(curlExchanges('apt-get install --yes \\\n  curl \\\n  git-2.1 --no-such')).toEqual([]);
});

/** Commands that cannot be read, and the reason. */
const rejected: Record<string, string> = {
  'curl $BASE_URL/v1/models': '$BASE_URL/v1/models goes nowhere: write the address out.',
  'curl https://$HOST/v1/models': 'https://$HOST/v1/models goes nowhere: write the address out.',
  'curl /v1/models': '/v1/models goes nowhere: write the address out.',
  "curl 'https://<host>/v1/models'": 'https://<host>/v1/models goes nowhere: write the address out.',
  'curl --url <YOUR_HOST>/v1/models -H "Authorization: Bearer abc"':
    '<YOUR_HOST>/v1/models goes nowhere: write the address out.',
};
for (const [command, why] of Object.entries(rejected))
  test(`a command that cannot be read is reported with its line: ${command}`, () => {
    expect(() => curlExchanges(`# models\n\n${command}\n{}`, {}, 'commands.txt')).toThrow(
      `commands.txt, line 3: ${why}`,
    );
  });

test('the output of curl -v around a response is not part of the response', () => {
  const head = ['*   Trying 127.0.0.1:443...', '> POST /v1/text HTTP/1.1', '> ', '} [43 bytes data]'];
  const answer = ['< HTTP/1.1 201 Created', '< content-type: application/json', '< ', '{', '"text": "Hello"'];
  const lines = ['curl -v https://a.example', ...head, ...answer, '}* Connection #0 to host a.example left'];
  for (const end of ['\n', '\r\n'])
    expect(curlExchanges(lines.join(end))[0]).toMatchObject({ status: 201, answer: { text: 'Hello' } });
});
