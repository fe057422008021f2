import { expect, test } from '@playwright/test';
import { cacheSignsIn } from './intermediaries';

for (const [name, value, isHit] of [
  ['age', '1', true],
  ['age', '0', false],
  ['CF-AIG-Cache-Status', 'HIT', true],
  ['x-cache', 'Hit from cloudfront', true],
  ['x-proxy-cache', 'TCP_HIT', true],
  ['cache-status', 'edge; hit; ttl=30', true],
  ['x-cache-hits', '1', true],
  ['x-gateway-cache-hit', 'True', true],
  ['x-cache', 'MISS', false],
  ['x-cache-hits', '0', false],
  ['x-gateway-cache-hit', 'False', false],
  ['cache-control', 'max-age=1', false],
  ['x-architecture', 'white', false],
] as const)
  test(`${name}: ${value} ${isHit ? 'is' : 'is not'} the sign of a cache`, () => {
    expect(cacheSignsIn([[name, value]])).toBe(isHit ? `${name.toLowerCase()}: ${value}` : '');
  });
