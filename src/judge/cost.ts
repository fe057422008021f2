import { answerOf } from './answer';
import { distinct, evidenceOf, factsIn } from './check-verdicts';
import type { Exchange } from './evidence';
import { type ExchangeFacts, factsOf } from './facts';
import { groupedBy } from './grouped';
import type { Pointer } from './json';
import { readingOf } from './reading';
import type { CheckRun, Run } from './run';

export interface Cost {
  requests: number;
  aiRequests: number;
  /** Requests repeated or sent as a control after a disturbance. */
  disturbances: number;
  /** Milliseconds waited by plan. */
  waited: number;
  /** The remaining credits of API_KEY, first and last reading; null where there is no one number, and of shards. */
  credits: {
    before: number;
    after: number;
    /** What the balance fell by beyond the charges that were seen. */
    unaccounted: number;
    /** AI requests whose charge was not measured: they account for the rest. */
    unmeasured: number;
  } | null;
  /** Of merged shards, the credits of each: they may have run at once, so no difference between them means anything. */
  shards?: { before: number; after: number }[];
  /** How often the credits fell with nothing of ours between, and by how much: somebody else uses the account. */
  fell?: { times: number; by: number };
  chapters: Record<string, { requests: number; aiRequests: number }>;
  /** Of all of it, what stands in the evidence of no check, since the run ended before it did. */
  unclaimed?: { requests: number; aiRequests: number };
}

/** Adds up what a run sent. An exchange that several cases share counts once, in the first chapter. */
export function costOf(run: Pick<Run, 'checks' | 'unclaimed'>): Cost {
  const { checks, unclaimed = [] } = run;
  const attempts = checks
    .flatMap((each) =>
      each.attempts.map((attempt) => ({ ...attempt, chapter: each.clause.split('.')[0] ?? '' })),
    )
    .sort((a, b) => a.started - b.started);
  const exchanges = sentIn(run);
  const chapters: Cost['chapters'] = {};
  const counted = new Set<string>();
  for (const { chapter, evidence } of attempts) {
    const total = chapters[chapter] ?? { requests: 0, aiRequests: 0 };
    chapters[chapter] = total;
    for (const { id, aiRequest } of evidence?.exchanges ?? []) {
      if (counted.has(id)) continue;
      counted.add(id);
      total.requests++;
      if (aiRequest) total.aiRequests++;
    }
  }
  const at = amountAt(checks);
  const runs = groupedBy(exchanges, ({ id }) => partsOf(id).run);
  const spans = runs.flatMap((own) => spanOf(own, at) ?? []);
  const [span] = spans;
  const facts = factsIn(checks);
  const learnt = exchanges.map((each) => factsOf(each, { facts }));
  const falls = learnt.flatMap(({ fell }) => fell ?? []);
  return {
    requests: exchanges.length,
    aiRequests: exchanges.filter(({ aiRequest }) => aiRequest).length,
    disturbances: learnt.filter(({ disturbance }) => disturbance).length,
    waited: attempts.reduce((sum, { evidence }) => sum + (evidence?.waited ?? 0), 0),
    credits:
      runs.length === 1 && span !== undefined
        ? {
            ...span,
            unaccounted: rounded([span.before - span.after, ...learnt.map(({ charged = 0 }) => -charged)]),
            unmeasured: exchanges.filter((each) => isUnmeasured(each, factsOf(each, { facts }))).length,
          }
        : null,
    ...(runs.length > 1 && spans.length > 0 && { shards: spans }),
    chapters,
    ...(unclaimed.length > 0 && {
      unclaimed: {
        requests: unclaimed.length,
        aiRequests: unclaimed.filter(({ aiRequest }) => aiRequest).length,
      },
    }),
    ...(falls.length > 0 && { fell: { times: falls.length, by: rounded(falls) } }),
  };
}

/** All that a run sent, each once, in the order of sending. */
export function sentIn({ checks, unclaimed = [] }: Pick<Run, 'checks' | 'unclaimed'>): Exchange[] {
  const attempts = checks.flatMap(({ attempts }) => attempts).toSorted((a, b) => a.started - b.started);
  return inOrder(distinct(attempts.flatMap(({ evidence }) => evidence?.exchanges ?? []).concat(unclaimed)));
}

/** In the order of sending, which ids count. */
function inOrder(exchanges: Exchange[]): Exchange[] {
  const count = ({ id }: Exchange) => partsOf(id).count;
  return exchanges.toSorted((one, other) => count(one) - count(other));
}

/** What the id of an exchange is made of: its run, and the count of what that sent. */
function partsOf(id: string): { run: string; count: number } {
  const [, run = '', count = '0'] = /^(.*?)-?(\d+)$/.exec(id) ?? [];
  return { run, count: Number(count) };
}

/** The first and the last reading of the credits of API_KEY; null where one of them is no number. */
function spanOf(exchanges: readonly Exchange[], at: Pointer | undefined) {
  const readings = exchanges.filter(isOwnCredits).map((exchange) => creditsIn(exchange, at));
  const [before, after] = [readings[0], readings.at(-1)];
  return typeof before === 'number' && typeof after === 'number' ? { before, after } : null;
}

/** What was sent and is evidence of no check, since the run ended before. */
export function unclaimedIn(sent: readonly Exchange[], run: Pick<Run, 'checks'>): Exchange[] {
  const known = new Set(sentIn(run).map(({ id }) => id));
  return sent.filter(({ id }) => !known.has(id));
}

function isOwnCredits({ operation, variable, response }: Exchange): boolean {
  return operation === 'credits' && variable === 'API_KEY' && response?.status === 200;
}

/** Where the remaining amount stands, as the target file told the cases that judged it. */
function amountAt(checks: CheckRun[]): Pointer | undefined {
  const assertions = evidenceOf(checks).flatMap((evidence) => evidence.assertions);
  const pointers = assertions.flatMap(({ expectation: asked }) =>
    asked.kind === 'credits' || asked.kind === 'charged' || asked.kind === 'uncharged'
      ? (asked.at ?? [])
      : [],
  );
  return pointers[0];
}

/** The number at this place, or the only one in an answer, or null. */
function creditsIn(exchange: Exchange, at: Pointer | undefined): number | null {
  const answer = answerOf(exchange);
  const amount = answer && readingOf(answer, at)?.amount;
  return amount == null ? null : Number(amount);
}

/** A sum, rounded past the noise of decimal fractions. */
function rounded(amounts: number[]): number {
  return Number(amounts.reduce((sum, each) => sum + each, 0).toFixed(6));
}

function isUnmeasured({ variable, aiRequest }: Exchange, { charged }: ExchangeFacts): boolean {
  return variable === 'API_KEY' && aiRequest === true && charged === undefined;
}
