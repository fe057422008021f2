import { mockKeys } from '../../mock/accounts';
import { exitCodes } from '../../src/judge/verdict/outcome';
import { watchMemory } from '../catalogue/hostile/memory';
import { servers } from '../catalogue/hostile/servers';
import { mockTarget, theSuite } from '../helpers/reports-project';
import type { Row } from '../row';

/** What the first request waits for. */
const waits = /^(?:GET \S+ responded with \d+: it is sent again|Waiting for the first response) .*\n/gm;

/** Generous, since the machine may be busy. On an idle one, no run takes a tenth of it. */
const MOST_SECONDS = 600;
const MOST_MEGABYTES = 900;

/** A hostile server, with the suite in its own process: the run must end by itself and report the problem. */
export const hostileRows: readonly Row[] = servers.map((server) => ({
  kind: 'hostile',
  phrase: server.name,
  clauses: [],
  depths: [1],
  part: server.often === true ? 'sample' : 'whole',
  async meet(_depth, testInfo) {
    const { outcome, says, inPart = false, patience = 5000 } = server;
    const opened = await server.open();
    const suite = theSuite(testInfo);
    const env = { ...mockKeys, BASE_URL: opened.url, TARGET: mockTarget, TIMEOUT_MS: String(patience) };
    let peak = (): number | null => null;
    let bound: NodeJS.Timeout | undefined;
    const { code, signal, stdout, stderr } = await suite.run(['test'], env, (child) => {
      peak = watchMemory(child.pid ?? 0);
      bound = setTimeout(() => child.kill('SIGKILL'), MOST_SECONDS * 1000);
    });
    clearTimeout(bound);
    const megabytes = peak();
    await opened.close();
    if (signal !== null) return { wrong: [`did not end by itself: ${signal}`] };

    const { result } = suite.record();
    const { word } = result.outcome;
    const green = result.clauses.filter(({ verdict }) => verdict === 'conforms').map(({ id }) => id);
    const broken = result.clauses.filter(({ reason }) => reason?.includes('the check itself failed'));
    const wrong = [
      ...(word === outcome ? [] : [`${word} and not ${outcome}`]),
      ...(code === exitCodes[outcome] ? [] : [`exit ${code} and not ${exitCodes[outcome]}`]),
      ...(stdout.includes(says) ? [] : [`does not say "${says}"`]),
      ...(stderr.replace(waits, '') === '' ? [] : [`writes to standard error: ${stderr}`]),
      ...(/^\s+at /m.test(stdout) ? ['prints a stack'] : []),
      ...((megabytes ?? 0) < MOST_MEGABYTES ? [] : [`takes ${megabytes} MB`]),
      ...(inPart || green.length === 0 ? [] : [`conforms: ${green.join(', ')}`]),
      ...broken.map(({ id, reason }) => `${id}: ${reason}`),
    ];
    return { wrong, says: `${word}, exit ${code}, ${megabytes ?? '?'} MB: ${says}` };
  },
}));
