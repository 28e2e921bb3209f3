/**
 * Rejects malformed requests before the site is looked up, so that all later code can rely on a single Host header and on a URL that begins
 * with a slash.
 */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface RequestRejection {
  status: number
  code: string
  message: string
}

const malformed = (message: string): RequestRejection => ({ status: 400, code: 'request.malformed', message })
const TWO_HOSTS = malformed('The request names its host more than once, or not at all.')
const MALFORMED_URL = malformed('The address is malformed.')
/** Absolute form of the request target, as sent to proxies (RFC 9112 §3.2.2). */
const ABSOLUTE_URL = /^https?:\/\/([^/?#@\\]+)([/?].*)?$/i

/**
 * Checks host and URL. Replaces an absolute URL of the same host by its path.
 * @returns undefined if the request is acceptable
 */
function findRejection(request: IncomingMessage): RequestRejection | undefined {
  const { headers, method, url = '' } = request
  const hosts = countHosts(request)
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return TWO_HOSTS
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return undefined
  const [, host, rest = '/'] = ABSOLUTE_URL.exec(url) ?? []
  if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase()) return MALFORMED_URL
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return undefined
}

/** Counts the Host headers in `rawHeaders`, because `headers` contains only the first one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (/^host$/i.test(rawHeaders[index] ?? '')) count += 1
  return count
}

/** Responses to errors of Node's HTTP parser, written directly to the socket. */
const PARSER_ERRORS: Record<string, RequestRejection> = {
  HPE_INVALID_METHOD: { status: 501, code: 'request.method_unknown', message: 'This site does not know that method.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.headers_too_large', message: 'The headers are more than we can take.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.timeout', message: 'The request took too long to arrive.' },
}
const UNREADABLE = malformed('This is not a request that can be read.')
const NO_TUNNEL: RequestRejection = { status: 405, code: 'request.method_not_allowed', message: 'This site connects to no other.' }
const UNEXPECTED: RequestRejection = {
  status: 417,
  code: 'request.expectation',
  message: 'This site cannot do what the request expects of it.',
}

type Headers = Readonly<Record<string, string>>

/** Sends the responses of all rejections before routing, with the security headers. */
export class MalformedRequestHandler {
  readonly #securityHeaders: Headers
  constructor(securityHeaders: Headers) {
    this.#securityHeaders = securityHeaders
  }

  /** Rejects a malformed request. @returns whether it was rejected and the response sent */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const rejection = findRejection(request)
    if (rejection) this.#refuse(response, rejection)
    return rejection !== undefined
  }

  /** Responds to an error of Node's HTTP parser. For Fastify's `clientErrorHandler`. */
  handleClientError = (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    this.#end(socket, PARSER_ERRORS[error.code ?? ''] ?? UNREADABLE)
  }

  /** Handles CONNECT and Expect, to which Node responds with a bare status or not at all. */
  attach(server: Server): Server {
    return server
      .on('connect', (_request, socket) => this.#end(socket, NO_TUNNEL))
      .on('checkExpectation', (_request, response) => this.#refuse(response, UNEXPECTED))
  }

  #refuse(response: ServerResponse, rejection: RequestRejection): void {
    const { body, headers } = this.#format(rejection)
    response.writeHead(rejection.status, headers).end(body)
  }

  #end(socket: Duplex, rejection: RequestRejection): void {
    const { body, headers } = this.#format(rejection)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    // The peer may have disconnected.
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }

  #format({ code, message }: RequestRejection): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify({ message, code })
    return {
      body,
      headers: {
        ...this.#securityHeaders,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': crypto.randomUUID(),
        connection: 'close',
      },
    }
  }
}
