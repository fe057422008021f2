import { expect, test } from '@playwright/test';
import { anError, anExchange } from '../../../proof/helpers/reports-runs';
import { causesOf, type PartView } from './verified-parts';

/** Returns a part whose workflow was rejected with 400 invalid_workflow. */
const rejected = (part: PartView['part']): PartView => ({
  part,
  verified: false,
  exchange: anExchange({
    operation: 'workflow',
    status: 400,
    answer: anError('invalid_workflow'),
    parts: [part],
  }),
});

for (const [what, parts, causes] of [
  [
    'a block type and a connection to one of its inputs',
    ['workflow.blockTypes (describe)', 'workflow.blockTypes (draw.image > describe.image)'],
    1,
  ],
  [
    'two connections to one input',
    [
      'workflow.blockTypes (draw.image > describe.image)',
      'workflow.blockTypes (crop.image > describe.image)',
    ],
    1,
  ],
  [
    'connections without a block type in common',
    ['workflow.blockTypes (draw.image > describe.image)', 'workflow.blockTypes (write.text > label.value)'],
    2,
  ],
  [
    'block types, one of whose names begins with the other',
    ['workflow.blockTypes (draw)', 'workflow.blockTypes (drawing.image > describe.image)'],
    2,
  ],
] as const) {
  test(`rejected parts of a workflow have ${causes === 1 ? 'one cause' : 'two causes'}: ${what}`, () => {
    expect(causesOf(parts.map(rejected))).toHaveLength(causes);
  });
}
