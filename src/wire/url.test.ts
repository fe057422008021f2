import { expect, test } from '@playwright/test';
import { join } from './url';

const base = 'https://api.example/tenant/';
for (const [path, address] of [
  ['/v1/models?page=2', 'https://api.example/tenant/v1/models?page=2'],
  ['//other.example/v1', 'https://api.example/tenant//other.example/v1'],
  ['https://api.example/v1/models?page=2', 'https://api.example/v1/models?page=2'],
  ['https://api.example:443/v1/jobs/a%2Fb#top', 'https://api.example/v1/jobs/a%2Fb'],
  ['@other.example/v1/models', undefined],
  ['.other.example/v1', undefined],
  [':8080/v1', undefined],
  ['https://other.example/v1', undefined],
  ['https://api.example@other.example/v1', undefined],
  ['https://user@api.example/v1', undefined],
  ['http://api.example/v1', undefined],
  ['https://api.example:8443/v1', undefined],
  ['blob:https://api.example/v1', undefined],
  ['', undefined],
] as const)
  test(`the path ${path} leads to ${address ?? 'no address of the service'}`, () =>
    expect(join(base, path)).toBe(address));
