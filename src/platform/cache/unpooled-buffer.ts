/**
 * Copies a text or buffer into memory that is not pooled, for long-lived buffers. Node cuts small buffers from a shared pool of 64 KB, and
 * zlib's results are slices too: a cached buffer of 3 KB would retain the whole pool.
 */
export function toUnpooledBuffer(source: string | Buffer): Buffer {
  const unpooled = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') unpooled.write(source)
  else source.copy(unpooled)
  return unpooled
}
