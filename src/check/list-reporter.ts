import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { plannedIn } from './planned';

/** Writes the checks of a list of tests to standard output, as JSON. Why a file cannot be loaded goes to standard error. */
export default class ListReporter implements Reporter {
  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    process.stdout.write(JSON.stringify(plannedIn(suite.allTests(), rootDir)));
  }

  onError({ message = '' }: TestError): void {
    process.stderr.write(`${message}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
