import { sessionOf } from '../../drive/session';
import { approach, runAt } from '../open-mock';
import { runOf, type Trial } from './mistakes';
import { servers } from './servers';

/** The first answers of the server to whoever made this mistake. */
export const approachOf = (trial: Trial) =>
  approach({ variant: servers[trial.server].change }, (baseUrl) => {
    const { settings, target } = runOf(trial, baseUrl);
    return sessionOf(runAt(baseUrl), settings, target);
  });
