import { test } from '../../drive/test';
import { chaptersOn } from '../chapters-on';
import { openMock } from '../open-mock';
import { askedPairs, defects, depth } from './pairs';
import { keysOf, type TargetName, targetOf } from './targets';

for (const place of new Set(askedPairs.map(({ defect }) => defect))) {
  const defect = defects[place];
  if (defect === undefined) continue;
  const { change, seed, clauses, phrase } = defect;
  const open = async () => {
    const name = test.info().project.name as TargetName;
    const session = await openMock({ variant: change, target: targetOf(name), seed, depth });
    return { ...session, keys: keysOf(name, session.keys) };
  };
  chaptersOn(open, clauses, `#${place}: ${phrase}`);
}
