/** Asks through a real connection, as a browser does: an answer of the fast lane never reaches Fastify, so `inject` does not see it. */
import { request, type IncomingHttpHeaders } from 'node:http'

export interface SocketAnswer {
  status: number
  text: string
  headers: IncomingHttpHeaders
}
interface SocketCall {
  /** GET without a body and POST with one, when absent. */
  method?: string
  headers?: Record<string, string>
  body?: object | undefined
}

/** @param host what the call says of its host; the connection itself is to this machine */
export const askSocket = (port: number, host: string, path: string, { body, method, headers }: SocketCall = {}): Promise<SocketAnswer> =>
  new Promise((resolve, reject) => {
    const payload = body && JSON.stringify(body)
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: method ?? (payload ? 'POST' : 'GET'),
        headers: { host, ...(payload ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      },
    )
    asked.on('error', reject).end(payload)
  })
