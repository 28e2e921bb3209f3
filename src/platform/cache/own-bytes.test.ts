import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { expect, test } from 'vitest'
import { toOwnBytes } from './own-bytes.ts'

test('what is kept holds no more memory than it has bytes', async () => {
  const zipped = await promisify(gzip)('a few words')
  for (const source of ['a few words', '“häuser”', zipped, Buffer.from('short')]) {
    const own = toOwnBytes(source)
    expect(own.equals(Buffer.from(source))).toBe(true)
    expect(own.buffer.byteLength).toBe(own.length)
  }
})
