/** Sends requests through a real connection: cached responses are sent before Fastify's routing, so `app.inject()` does not see them. */
import { request, type IncomingHttpHeaders } from 'node:http'

export interface SocketResponse {
  status: number
  text: string
  headers: IncomingHttpHeaders
}
interface SocketCall {
  /** Default: POST with a body, otherwise GET. */
  method?: string
  headers?: Record<string, string>
  body?: object | undefined
}

/** @param host the Host header; the connection is to 127.0.0.1 */
export const askSocket = (port: number, host: string, path: string, { body, method, headers }: SocketCall = {}): Promise<SocketResponse> =>
  new Promise((resolve, reject) => {
    const payload = body && JSON.stringify(body)
    const call = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: method ?? (payload ? 'POST' : 'GET'),
        headers: { host, ...(payload ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
      },
    )
    call.on('error', reject).end(payload)
  })
