/**
 * The difference of two decimals such as `12` or `-0.50`, calculated digit by digit: as JavaScript numbers,
 * 9007199254740993 and 9007199254740992 are equal.
 */
export function difference(first: string, second: string): number {
  const places = Math.max(fraction(first).length, fraction(second).length);
  return Number(units(first, places) - units(second, places)) / 10 ** places;
}

function units(decimal: string, places: number): bigint {
  const digits = decimal.replace(/^\+/, '').replace('.', '');
  return BigInt(digits + '0'.repeat(places - fraction(decimal).length));
}

function fraction(decimal: string): string {
  return decimal.split('.')[1] ?? '';
}
