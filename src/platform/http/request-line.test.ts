/** What is odd about a request is refused before anybody looks for its site. Over a real connection: whatever a client would not send is written by hand. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RequestRefuser } from './request-line.ts'

const refuser = new RequestRefuser({ 'x-content-type-options': 'nosniff' })
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
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [status = '', ...headers] = head.split('\r\n')
  return { status: status.replace('HTTP/1.1 ', ''), headers: Object.fromEntries(headers.map((one) => one.split(': '))), body }
}

const BAD = '400 Bad Request'
const HOSTS = 'The request names its host more than once, or not at all.'
const URL_IS_BAD = 'The address is malformed.'
const NO_REQUEST = 'This is not a request that can be read.'

describe('one host, and a path', () => {
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
  ])('%s goes on', async (line, headers, url) => {
    const { status, body } = await send([line, ...headers])
    expect([status, body]).toEqual(['200 OK', `passed ${line.split(' ')[0]} ${url}`])
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
  ])('%s with %j is refused', async (line, headers, message) => {
    const { status, body } = await send([line, ...headers])
    expect([status, JSON.parse(body)]).toEqual([BAD, { message, code: 'request.malformed' }])
  })
})

test.each([
  [
    'a method that nobody has heard of',
    ['BREW / HTTP/1.1'],
    '501 Not Implemented',
    'request.method_unknown',
    'This site does not know that method.',
  ],
  [
    'too many headers',
    ['GET / HTTP/1.1', `x: ${'y'.repeat(5000)}`],
    '431 Request Header Fields Too Large',
    'request.headers_too_large',
    'The headers are more than we can take.',
  ],
  ['what is no HTTP', ['GET / HTTP/one'], BAD, 'request.malformed', NO_REQUEST],
  [
    'a tunnel',
    ['CONNECT x.example:443 HTTP/1.1', 'Host: x.example'],
    '405 Method Not Allowed',
    'request.method_not_allowed',
    'This site connects to no other.',
  ],
  [
    'an expectation',
    ['GET / HTTP/1.1', 'Host: x.example', 'Expect: the moon'],
    '417 Expectation Failed',
    'request.expectation',
    'This site cannot do what the request expects of it.',
  ],
  ['two hosts', ['GET / HTTP/1.1', 'Host: a', 'Host: b'], BAD, 'request.malformed', HOSTS],
])('%s: the refusal is whole, with the headers of every answer', async (_what, lines, status, code, message) => {
  const answer = await send(lines)
  const body = JSON.stringify({ message, code })
  const { Date: _date, ...headers } = answer.headers
  expect({ ...answer, headers }).toEqual({
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
