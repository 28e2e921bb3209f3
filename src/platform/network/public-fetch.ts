/**
 * Fetches user-supplied URLs (SSRF defence): connects to public IP addresses only, which are checked after name resolution and at each
 * redirect.
 */
import type { IncomingMessage } from 'node:http'
import { toPublicFetchError, openPublicRequest, parsePublicUrl, PublicFetchError, type PublicTarget } from './public-request.ts'

export interface PublicFetchOptions extends PublicTarget {
  maxBytes: number
  /** Required prefix, such as `image/`; other responses are rejected before they are read. */
  contentType: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const HEADERS = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'net-zero-site (fetches a picture once)' }

/**
 * Fetches a file.
 * @param url http or https
 * @throws PublicFetchError with a user-facing message: for an invalid or non-public URL, a failed request, too many redirects, a status
 * other than 200, another content type, or a body over `maxBytes`
 */
export async function fetchFromPublic(url: string, options: PublicFetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let target = parsePublicUrl(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await openPublicRequest(target, { ...options, headers: HEADERS, signal })
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      target = parsePublicUrl(headers.location, target)
      continue
    }
    return readBody(response, options, signal)
  }
  throw new PublicFetchError('It leads from one address to the next.')
}

function readBody(response: IncomingMessage, { maxBytes, contentType }: PublicFetchOptions, signal: AbortSignal): Promise<Buffer> {
  const { statusCode, headers } = response
  const rejectWith = (message: string) => {
    response.destroy()
    return Promise.reject(new PublicFetchError(message))
  }
  if (statusCode !== 200) return rejectWith(`Its host answers ${statusCode}.`)
  if (!headers['content-type']?.toLowerCase().startsWith(contentType)) return rejectWith('It is no picture.')
  const tooLarge = `It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`
  if (Number(headers['content-length'] ?? 0) > maxBytes) return rejectWith(tooLarge)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > maxBytes) response.destroy(new PublicFetchError(tooLarge))
      else parts.push(part)
    })
    response.on('end', () => resolve(Buffer.concat(parts)))
    response.on('error', (error) => reject(toPublicFetchError(error, signal)))
  })
}
