import { expect, test } from 'vitest'
import { toCopyHost } from './use-host.ts'

test.each([
  ['https://example.org', 'example.org'],
  ['http://localhost:3000', 'localhost:3000'],
  ['http://127.0.0.1:3000', 'localhost:3000'],
  ['http://[::1]:3000', 'localhost:3000'],
])('toCopyHost(%s) is %s', (origin, host) => expect(toCopyHost(origin)).toBe(host))
