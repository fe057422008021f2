import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter';
import { ANNOTATION } from './check';

/**
 * Writes the checks of a list of tests to standard output, as JSON: title, tags, and the check itself as text. Why a file
 * cannot be loaded goes to standard error.
 */
export default class ListReporter implements Reporter {
  onBegin(_: FullConfig, suite: Suite): void {
    const checks = suite.allTests().map(({ title, tags, annotations }) => {
      const check = annotations.find(({ type }) => type === ANNOTATION);
      return [title, tags, check?.description ?? ''];
    });
    process.stdout.write(JSON.stringify(checks));
  }

  onError({ message = '' }: TestError): void {
    process.stderr.write(`${message}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
