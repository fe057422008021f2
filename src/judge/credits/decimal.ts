import Big from 'big.js';

/**
 * The difference of two decimals such as `12`, `-0.50` or `5.5e-17`, calculated digit by digit (as JavaScript numbers,
 * 9007199254740993 and 9007199254740992 are equal), to nine digits: what follows are rounding errors of whoever
 * calculates credits with fractions.
 */
export function difference(first: string, second: string): number {
  return Number(decimal(first).minus(decimal(second)).toPrecision(9));
}

const decimal = (text: string) => new Big(text.replace(/^\+/, ''));
