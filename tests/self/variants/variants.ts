import { accountFirst, bodyFirst } from './mock/order';
import { chargedWhenDone, limited, noisy, slow } from './mock/pace';
import { graphLinks, templateReferences } from './mock/references';
import { bare, deepList, enveloped, fewBlocks, longNumber, textAsJob } from './mock/shapes';
import { chunked, closing, compressed, korean, prefixed, trailingWhitespaceSeen } from './mock/wire';
import { anotherWord } from './mock/words';
import type { Variant } from './variant';

/** By name, which is the base name of the target file that goes with it. */
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
  korean,
  chunked,
  compressed,
  closing,
  'trailing-whitespace-seen': trailingWhitespaceSeen,
  'another-word': anotherWord,
  'body-first': bodyFirst,
  'account-first': accountFirst,
  limited,
  'charged-when-done': chargedWhenDone,
  slow,
  noisy,
};
