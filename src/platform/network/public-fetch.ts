/**
 * Fetches user-supplied URLs. As a defence against SSRF, it connects only to public IP addresses, which it checks after name resolution and
 * at each redirect.
 */
import type { IncomingMessage } from 'node:http'
import { toPublicFetchError, openPublicRequest, parsePublicUrl, PublicFetchError, type PublicTarget } from './public-request.ts'

export interface PublicFetchOptions extends PublicTarget {
  /** Maximum size of the body. */
  maxBytes: number
  /** Required prefix of the content type, such as `image/`. Other responses are rejected before their body is read. */
  contentType: string
  /** Maximum duration including redirects. Default: ten seconds. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const HEADERS = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'net-zero-site (fetches a picture once)' }

/**
 * Fetches a file.
 * @param url user-supplied URL with the scheme http or https
 * @returns the body
 * @throws PublicFetchError with a user-facing message, for an invalid or non-public URL, a failed request, more than three redirects, a
 *   status other than 200, another content type, or a body larger than `maxBytes`
 */
export async function fetchFromPublic(url: string, options: PublicFetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
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
  const tooLargeMessage = `It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`
  if (Number(headers['content-length'] ?? 0) > maxBytes) return rejectWith(tooLargeMessage)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let byteCount = 0
    response.on('data', (chunk: Buffer) => {
      byteCount += chunk.length
      if (byteCount > maxBytes) response.destroy(new PublicFetchError(tooLargeMessage))
      else chunks.push(chunk)
    })
    response.on('end', () => resolve(Buffer.concat(chunks)))
    response.on('error', (error) => reject(toPublicFetchError(error, signal)))
  })
}
