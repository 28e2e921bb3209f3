/** Tests the rejection of malformed requests, sent as raw text over a real connection because HTTP clients would not send them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MalformedRequestHandler } from './request-line.ts'

const refuser = new MalformedRequestHandler({ 'x-content-type-options': 'nosniff' })
const server = refuser.attach(
  createServer({ maxHeaderSize: 4096, requireHostHeader: false }, (request, response) => {
    if (!refuser.handle(request, response)) response.end(`passed ${request.method} ${request.url}`)
  }).on('clientError', refuser.handleClientError),
)
beforeAll(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => void server.close())

async function send(lines: string[]) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status: status.replace('HTTP/1.1 ', ''), headers: Object.fromEntries(headers.map((line) => line.split(': '))), body }
}

const BAD = '400 Bad Request'
const HOSTS = 'The request names its host more than once, or not at all.'
const URL_IS_BAD = 'The address is malformed.'
const NO_REQUEST = 'This is not a request that can be read.'

describe('host and path of a request', () => {
  test.each([
    ['GET /a?b HTTP/1.1', ['Host: x.example'], '/a?b'],
    ['GET / HTTP/1.0', [], '/'],
    ['GET / HTTP/1.0', ['Host: x.example'], '/'],
    ['OPTIONS * HTTP/1.1', ['Host: x.example'], '*'],
    ['GET http://x.example/a?b HTTP/1.1', ['Host: x.example'], '/a?b'],
    ['GET HTTPS://X.example:8080/a HTTP/1.1', ['hOST: x.Example:8080'], '/a'],
    ['GET http://x.example HTTP/1.1', ['Host: x.example'], '/'],
    ['GET http://x.example?b HTTP/1.1', ['Host: x.example'], '/?b'],
    ['GET //x.example/a HTTP/1.1', ['Host: x.example', 'X-Host: y'], '//x.example/a'],
  ])('%s is accepted', async (line, headers, url) => {
    const { status, body } = await send([line, ...headers])
    expect(status).toBe('200 OK')
    expect(body).toBe(`passed ${line.split(' ')[0]} ${url}`)
  })

  test.each([
    ['GET / HTTP/1.1', [], HOSTS],
    ['GET / HTTP/1.1', ['X-Host: x.example'], HOSTS],
    ['GET / HTTP/1.1', ['Host: x.example', 'Accept: */*', 'HOST: x.example'], HOSTS],
    ['GET / HTTP/1.0', ['Host: x.example', 'host: y.example'], HOSTS],
    ['GET http://y.example/ HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET http://x.example:81/ HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET http://u:p@x.example/ HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET http:///a HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET ftp://x.example/ HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET xhttp://x.example/ HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET http://x.example/ HTTP/1.0', [], URL_IS_BAD],
    ['GET * HTTP/1.1', ['Host: x.example'], URL_IS_BAD],
    ['GET http://x.example\\a HTTP/1.1', ['Host: x.example'], NO_REQUEST],
    ['GET a HTTP/1.1', ['Host: x.example'], NO_REQUEST],
  ])('%s with %j is rejected', async (line, headers, message) => {
    const { status, body } = await send([line, ...headers])
    expect(status).toBe(BAD)
    expect(JSON.parse(body)).toEqual({ message, code: 'request.malformed' })
  })
})

test.each([
  ['an unknown method', ['BREW / HTTP/1.1'], '501 Not Implemented', 'request.method_unknown', 'This site does not know that method.'],
  [
    'too many headers',
    ['GET / HTTP/1.1', `x: ${'y'.repeat(5000)}`],
    '431 Request Header Fields Too Large',
    'request.headers_too_large',
    'The headers are more than we can take.',
  ],
  ['an invalid HTTP version', ['GET / HTTP/one'], BAD, 'request.malformed', NO_REQUEST],
  [
    'CONNECT',
    ['CONNECT x.example:443 HTTP/1.1', 'Host: x.example'],
    '405 Method Not Allowed',
    'request.method_not_allowed',
    'This site connects to no other.',
  ],
  [
    'an unknown expectation',
    ['GET / HTTP/1.1', 'Host: x.example', 'Expect: the moon'],
    '417 Expectation Failed',
    'request.expectation',
    'This site cannot do what the request expects of it.',
  ],
  ['two hosts', ['GET / HTTP/1.1', 'Host: a', 'Host: b'], BAD, 'request.malformed', HOSTS],
])('%s is rejected with a complete response and the security headers', async (_what, lines, status, code, message) => {
  const response = await send(lines)
  const body = JSON.stringify({ message, code })
  const { Date: _date, ...headers } = response.headers
  expect({ ...response, headers }).toEqual({
    status,
    headers: {
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      connection: 'close',
    },
    body,
  })
})
