import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { toUnpooledBuffer } from './unpooled-buffer.ts'

test('toUnpooledBuffer returns the same bytes in an ArrayBuffer of their length', async () => {
  const zipped = await promisify(gzip)('a few words')
  for (const source of ['a few words', '“häuser”', zipped, Buffer.from('short')]) {
    const unpooled = toUnpooledBuffer(source)
    expect(unpooled.equals(Buffer.from(source))).toBe(true)
    expect(unpooled.buffer.byteLength).toBe(unpooled.length)
  }
})
