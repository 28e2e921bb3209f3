/**
 * Sends GET requests over a real connection, because cached responses are sent before Fastify's routing, which `app.inject()` does not
 * cover.
 */
import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export async function getOverHttp(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: IncomingHttpHeaders; text: string }>()
  request({ agent, host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
    const { statusCode: status = 0, headers } = response
    buffer(response)
      .then((body) => resolve({ status, headers, text: String(headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body) }))
      .catch(reject)
  })
    .on('error', reject)
    .end()
  return promise
}

/** Closes the connections. Must be called before the server is stopped. */
export const closeConnections = (): void => agent.destroy()
