import { kept, leastPrice, otherBroke, otherPlan, otherUnlinked, promptJobs } from './accounts';
import { incomplete } from './incomplete';
import { cachedUses, challenged, gatewayObjects, limitedForAll, unexplained } from './networks';
import { accountFirst, bodyFirst } from './order';
import {
  chargedWhenDone,
  crowded,
  late,
  limited,
  noisy,
  overdue,
  quotaReset,
  realTime,
  rounded,
  slow,
  unsettled,
} from './pace';
import { readByFunctions } from './read-by-functions';
import { graphLinks, templateReferences } from './references';
import { bare, deepList, enveloped, fewBlocks, fourBlocks, longNumber, textAsJob, twoLists } from './shapes';
import { anyMessages, datedIds, failedJobs, lettered, malformedPlan, paged, planned } from './unsaid';
import type { Variant } from './variant';
import {
  acceptRead,
  chunked,
  closing,
  compressed,
  korean,
  prefixed,
  strictHeaders,
  trailingWhitespaceSeen,
} from './wire';
import { anotherWord, ownWords } from './words';

/** All variants, by name. */
export const variants: Readonly<Record<string, Variant>> = {
  bare,
  enveloped,
  'deep-list': deepList,
  'long-number': longNumber,
  'few-blocks': fewBlocks,
  'text-as-job': textAsJob,
  'template-references': templateReferences,
  'graph-links': graphLinks,
  prefixed,
  'strict-headers': strictHeaders,
  korean,
  chunked,
  compressed,
  closing,
  'accept-read': acceptRead,
  'trailing-whitespace-seen': trailingWhitespaceSeen,
  'another-word': anotherWord,
  'body-first': bodyFirst,
  'account-first': accountFirst,
  limited,
  crowded,
  'charged-when-done': chargedWhenDone,
  overdue,
  slow,
  noisy,
  told: readByFunctions,
  unsettled,
  late,
  planned,
  'any-messages': anyMessages,
  rounded,
  'real-time': realTime,
  paged,
  'own-words': ownWords,
  'prompt-jobs': promptJobs,
  'dated-ids': datedIds,
  kept,
  'least-price': leastPrice,
  'other-broke': otherBroke,
  'other-unlinked': otherUnlinked,
  'other-plan': otherPlan,
  lettered,
  'gateway-objects': gatewayObjects,
  challenged,
  unexplained,
  'cached-uses': cachedUses,
  'limited-for-all': limitedForAll,
  'two-lists': twoLists,
  'four-blocks': fourBlocks,
  'quota-reset': quotaReset,
  'malformed-plan': malformedPlan,
  'failed-jobs': failedJobs,
  ...incomplete,
};
