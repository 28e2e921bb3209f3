/**
 * What is odd about a request before anybody has looked for its site: it is refused in one place, so that everything behind
 * may rely on one host and on an address that begins with a slash.
 */
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export interface RequestRefusal {
  status: number
  code: string
  message: string
}

const malformed = (message: string): RequestRefusal => ({ status: 400, code: 'request.malformed', message })
const TWO_HOSTS = malformed('The request names its host more than once, or not at all.')
const MALFORMED_URL = malformed('The address is malformed.')
/** RFC 9112, 3.2.2: the whole address in the request's first line, as a proxy gets it. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)([/?].*)?$/i

/**
 * An absolute address becomes a path where it names the same host.
 * @returns why this request goes no further; undefined where it may
 */
function findRefusal(request: IncomingMessage): RequestRefusal | undefined {
  const { headers, method, url = '' } = request
  const hosts = countHosts(request)
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return TWO_HOSTS
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return undefined
  const [, host, rest = '/'] = ABSOLUTE.exec(url) ?? []
  if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase()) return MALFORMED_URL
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return undefined
}

/** Of a header that comes twice Node tells only the first. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at] ?? '')) count += 1
  return count
}

/** What is no HTTP reaches no route at all: Node's parser gives up, and this is said on the bare connection. */
const PARSER_ERRORS: Record<string, RequestRefusal> = {
  HPE_INVALID_METHOD: { status: 501, code: 'request.method_unknown', message: 'This site does not know that method.' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.headers_too_large', message: 'The headers are more than we can take.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.timeout', message: 'The request took too long to arrive.' },
}
const NO_REQUEST = malformed('This is not a request that can be read.')
const NO_TUNNEL: RequestRefusal = { status: 405, code: 'request.method_not_allowed', message: 'This site connects to no other.' }
const UNEXPECTED: RequestRefusal = {
  status: 417,
  code: 'request.expectation',
  message: 'This site cannot do what the request expects of it.',
}

type Headers = Readonly<Record<string, string>>

/** Every refusal that no route makes, with the headers that all answers carry. */
export class RequestRefuser {
  readonly #security: Headers
  constructor(security: Headers) {
    this.#security = security
  }

  /** @returns whether the request was refused, and answered so */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const refusal = findRefusal(request)
    if (refusal) this.#refuse(response, refusal)
    return refusal !== undefined
  }

  /** For Fastify's `clientErrorHandler`. */
  handleClientError = (fault: Error & { code?: string }, socket: Duplex): void => {
    if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    this.#end(socket, PARSER_ERRORS[fault.code ?? ''] ?? NO_REQUEST)
  }

  /** What Node would answer by itself, with nothing but a status, or not at all. */
  attach(server: Server): Server {
    return server
      .on('connect', (_request, socket) => this.#end(socket, NO_TUNNEL))
      .on('checkExpectation', (_request, response) => this.#refuse(response, UNEXPECTED))
  }

  #refuse(response: ServerResponse, refusal: RequestRefusal): void {
    const { body, headers } = this.#answer(refusal)
    response.writeHead(refusal.status, headers).end(body)
  }

  #end(socket: Duplex, refusal: RequestRefusal): void {
    const { body, headers } = this.#answer(refusal)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    // Whoever is gone already need not be told.
    socket.on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  }

  #answer({ code, message }: RequestRefusal): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify({ message, code })
    return {
      body,
      headers: {
        ...this.#security,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': crypto.randomUUID(),
        connection: 'close',
      },
    }
  }
}
