/**
 * Sends requests over a real connection, because cached responses are sent before Fastify's routing, which `app.inject()` does not cover.
 */
import { request, type IncomingHttpHeaders } from 'node:http'

export interface SocketResponse {
  status: number
  text: string
  headers: IncomingHttpHeaders
}
interface SocketCall {
  /** HTTP method. Default: POST with a body, otherwise GET. */
  method?: string
  headers?: Record<string, string>
  body?: object | undefined
}

/** Sends a request to 127.0.0.1. @param host value of the Host header */
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
