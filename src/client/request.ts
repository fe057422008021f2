import type { KeyVariable } from '../../spec/accounts';
import type { Exchange, Operation } from '../judge/data/evidence';
import type { FaultyChain } from '../probes/faulty-chains';
import type { Block, RequestSpec, TextFields } from '../settings/target-file/target';

/** Who sends a request, and with what. */
export interface Sender {
  /** The name of the sender in reports. */
  actor: string;
  /** The variable of the key that it uses, or that its key was made from; null without a key. */
  variable: KeyVariable | null;
  /** The account that its requests belong to; null if no key is sent, or it must not be accepted. */
  account: KeyVariable | null;
  /** The value of the Authorization header; null: no such header. */
  authorization: string | null;
  headers?: Record<string, string>;
  /** The keep-alive connection that only its requests use: for requests that cost nothing. */
  connection?: string;
  /** Codes that are expected of this sender, and a disturbance for others. */
  asksFor?: string[];
}

/** A request as data. Requests that are alike are sent once in a run. */
export interface Request extends Pick<Exchange, 'faulty' | 'parts'> {
  sender: Sender;
  operation: Operation;
  spec: RequestSpec;
  /** The ID of the job or run that it names. */
  names?: string;
  /** For a text request or the submission of a job: what it was built from. */
  fields?: TextFields;
  /** For a workflow: its blocks, since a response may name some of them. */
  blocks?: readonly Block[];
  chain?: FaultyChain;
}

/**
 * What tells requests apart: the operation, the sender, and what the function of the target file was given. What it adds,
 * such as a fresh ID or a time, does not.
 */
export const identityOf = ({ sender, operation, spec, fields, blocks, names }: Request) => {
  const { authorization, headers, connection } = sender;
  return { authorization, headers, connection, operation, given: fields ?? blocks ?? names ?? spec };
};

/** The same sender with this Accept header; an empty string means none. */
export const withAccept = (sender: Sender, accept: string): Sender => ({
  ...sender,
  headers: { ...sender.headers, accept },
});
