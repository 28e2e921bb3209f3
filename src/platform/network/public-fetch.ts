/**
 * Fetches something from an address that a stranger has given, so that it can be no way into the network that the server stands in: only
 * public addresses, looked at after the name has been resolved and held to when the connection is made; the same at each redirect.
 */
import type { IncomingMessage } from 'node:http'
import { toPublicFetchError, openPublicRequest, parsePublicUrl, PublicFetchError, type PublicTarget } from './public-request.ts'

export interface PublicFetchOptions extends PublicTarget {
  maxBytes: number
  /** `image/` for any picture; others are refused before they are read. */
  contentType: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const HEADERS = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'net-zero-site (fetches a picture once)' }

/**
 * @param url http or https
 * @throws PublicFetchError
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
  const refuse = (message: string) => {
    response.destroy()
    return Promise.reject(new PublicFetchError(message))
  }
  if (statusCode !== 200) return refuse(`Its host answers ${statusCode}.`)
  if (!headers['content-type']?.toLowerCase().startsWith(contentType)) return refuse('It is no picture.')
  const tooLarge = `It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`
  if (Number(headers['content-length'] ?? 0) > maxBytes) return refuse(tooLarge)
  return new Promise((done, failed) => {
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > maxBytes) response.destroy(new PublicFetchError(tooLarge))
      else parts.push(part)
    })
    response.on('end', () => done(Buffer.concat(parts)))
    response.on('error', (fault) => failed(toPublicFetchError(fault, signal)))
  })
}
