/** Sends raw request bytes and parses the response. */
import { connect } from 'node:net'
import { SECURITY_HEADERS, type HttpAttack } from './http.ts'

export interface RawResponse {
  /** HTTP status; 0 if the connection was closed without a response. */
  status: number
  /** Headers by lower-case name. */
  headers: Record<string, string>
  /** Raw head and body. */
  text: string
}

/** @param url the server's origin, such as `http://localhost:3000` */
export function sendRaw(url: string, bytes: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1').on('data', (part: string) => (text += part))
    socket.on('close', () => resolve(parseResponse(text)))
    // A server that rejects a request before reading all of it may reset the connection.
    socket.on('error', (error) => (text ? resolve(parseResponse(text)) : reject(error)))
    socket.setTimeout(20_000, () => socket.destroy())
  })
}

function parseResponse(text: string): RawResponse {
  const [line = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, text }
}

export const sendAttack = (url: string, { raw }: HttpAttack): Promise<RawResponse> =>
  sendRaw(url, raw.replaceAll('HOST', new URL(url).host))

/** Maximum size of the response head, which is the default limit of common reverse proxies. */
const MAX_HEAD_BYTES = 4_096
/** Matches implementation details that a response must not reveal. */
const INTERNALS = /node_modules|\bat \S+ \(|sqlite_/i

/** @returns the problems of a response to an attack, as sentences; empty when it is acceptable */
export function findFaults({ status: acceptable, never }: HttpAttack, { status, headers, text }: RawResponse): string[] {
  const missing = SECURITY_HEADERS.filter((name) => headers[name] === undefined)
  const headBytes = text.indexOf('\r\n\r\n')
  return [
    acceptable.includes(status) ? [] : [`Its status is ${status}, not ${acceptable.join(' or ')}.`],
    never?.test(text) ? [`It matches ${never}.`] : [],
    missing.map((name) => `It has no ${name}.`),
    headBytes > MAX_HEAD_BYTES ? [`Its headers take ${headBytes} bytes.`] : [],
    INTERNALS.test(text) ? ['It reveals implementation details.'] : [],
  ].flat()
}
