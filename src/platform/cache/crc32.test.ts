import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { combineCrc, crcShift } from './crc32.ts'

test('the sum of two pieces is that of the whole, whatever their lengths', () => {
  for (const [one, two] of [
    ['', ''],
    ['a', ''],
    ['', 'b'],
    ['a', 'b'],
    ['head', 'x'.repeat(70_001)],
    ['ü'.repeat(999), 'last'],
  ] as const) {
    const bytes = Buffer.byteLength(two)
    expect(combineCrc(crc32(one), crc32(two), crcShift(bytes)), `${one.length} and ${bytes}`).toBe(crc32(one + two))
  }
})
