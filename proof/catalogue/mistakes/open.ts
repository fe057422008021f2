import { sessionOf } from '../../../src/drive/run/session';
import { approach, runAt } from '../../helpers/open-mock';
import { type PlacedMistake, runOf } from './mistakes';
import { servers } from './servers';

/** Runs the preflight with this mistake. */
export const approachOf = (mistake: PlacedMistake) =>
  approach({ variant: servers[mistake.server].change }, (baseUrl) => {
    const { settings, target } = runOf(mistake, baseUrl);
    return sessionOf(runAt(baseUrl), settings, target);
  });
