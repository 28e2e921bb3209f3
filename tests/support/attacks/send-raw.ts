/** Sends the bytes of a request as they are, and reads what comes back. */
import { connect } from 'node:net'
import { SECURITY_HEADERS, type HttpAttack } from './http.ts'

export interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  status: number
  /** By name in small letters. */
  headers: Record<string, string>
  /** Head and body, as they came. */
  text: string
}

/** @param url of the server: `http://localhost:3000` */
export function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1').on('data', (part: string) => (text += part))
    socket.on('close', () => resolve(readAnswer(text)))
    // A server that has said no before it has read everything may close hard.
    socket.on('error', (fault) => (text ? resolve(readAnswer(text)) : reject(fault)))
    socket.setTimeout(20_000, () => socket.destroy())
  })
}

function readAnswer(text: string): RawAnswer {
  const [line = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((one) => [one.split(':', 1)[0]?.toLowerCase() ?? '', one.slice(one.indexOf(':') + 1).trim()]),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0), headers, text }
}

export const sendAttack = (url: string, { raw }: HttpAttack): Promise<RawAnswer> => sendRaw(url, raw.replaceAll('HOST', new URL(url).host))

/** What a proxy in front takes at most, as it comes. */
const MAX_HEAD_BYTES = 4_096
/** Words of the machinery: they are nobody's business. */
const INSIDE = /node_modules|\bat \S+ \(|sqlite_/i

/** @returns what is wrong with the answer to an attack, for people; nothing where it is a sound one */
export function findFaults({ status: right, never }: HttpAttack, { status, headers, text }: RawAnswer): string[] {
  const missing = SECURITY_HEADERS.filter((name) => headers[name] === undefined)
  const headBytes = text.indexOf('\r\n\r\n')
  return [
    right.includes(status) ? [] : [`It is ${status}, and not ${right.join(' or ')}.`],
    never?.test(text) ? [`It has ${never} in it.`] : [],
    missing.map((name) => `It has no ${name}.`),
    headBytes > MAX_HEAD_BYTES ? [`Its headers take ${headBytes} bytes.`] : [],
    INSIDE.test(text) ? ['It tells of the machinery.'] : [],
  ].flat()
}
