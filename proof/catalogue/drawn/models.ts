import { overrideChapter } from '../../../mock/behaviour';
import { type Defect, placed } from './defect';
import * as near from './near';
import type { At } from './scope';

/** Accepts unknown model names. */
const named = ({ what, agrees }: near.Near, at?: At): Defect =>
  placed(
    `a model name ${what} is accepted`,
    overrideChapter('models', (models) => ({
      named: (name, offered) =>
        models.named(name, offered) ?? offered.find(({ id, text }) => text && agrees(name, id)),
    })),
    at,
    ['models.use.unlisted'],
  );

export const modelDefects: readonly Defect[] = [
  named(near.differsAt(1)),
  named(near.differsWithin(3, 7), 'submit'),
  named(near.agreesInFirst(9)),
  named(near.agreesInLast(5), 'submit'),
  named(near.agreesAtEnds(1, 4)),
  named(near.cutAfterAtLeast(8)),
  named(near.cutAfter(4)),
  named(near.lacksBeginning(2), 'submit'),
  named(near.lacksCharacter(11), 'text'),
  named(near.hasTwice(8)),
  named(near.hasAdded(6), 'text'),
  named(near.endsAt('&')),
  named(near.beginsWith('a punctuation mark', /[^a-z\d]/i)),
  named(near.isLonger(165), 'submit'),
  named(near.hasChecksum(10), 'text'),
  named(near.looksAlike('Cyrillic')),
  named(near.only('with "" for each hyphen', (id) => id.replaceAll('-', ''))),
  named(
    near.only('with U+0020 before it', (id) => ` ${id}`),
    'submit',
  ),
  named(
    near.only('behind models/', (id) => `models/${id}`),
    'text',
  ),
  named(near.only('before .5', (id) => `${id}.5`)),
];
