import type { Guise } from './guise';
import { accountFirst, bodyFirst } from './guises/order';
import { chargedWhenDone, limited, noisy, slow } from './guises/pace';
import { graphLinks, templateReferences } from './guises/references';
import { bare, deepList, enveloped, fewBlocks, longNumber, textAsJob } from './guises/shapes';
import { chunked, closing, compressed, korean, prefixed, trailingWhitespaceSeen } from './guises/wire';
import { anotherWord } from './guises/words';

/** By name, which is the base name of the target file that goes with it. */
export const guises: Readonly<Record<string, Guise>> = {
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
