import { counter } from '../answers';
import { type Behaviour, type Change, within } from '../behaviour';

/** Decisions of one chapter taken otherwise every nth time that they come up; each instance of the mock counts anew. */
export const everyNth = <Chapter extends keyof Behaviour>(
  nth: number,
  chapter: Chapter,
  how: (before: Behaviour[Chapter], chosen: () => boolean) => Partial<Behaviour[Chapter]>,
): Change => within(chapter, (before) => how(before, counter(nth)));
