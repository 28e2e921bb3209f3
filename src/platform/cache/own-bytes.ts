/**
 * A copy in memory of its own, for what is kept. Node cuts small buffers from a common piece of 64 KB, and zlib's are parts of one as well:
 * three kilobytes that stay would hold all of it.
 */
export function toOwnBytes(source: string | Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') own.write(source)
  else source.copy(own)
  return own
}
