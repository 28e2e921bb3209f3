/** Lists malformed and malicious HTTP requests with the acceptable status codes. They can be sent to any running server. */

export interface HttpAttack {
  name: string
  /** The raw request; `HOST` is replaced by the server's host. */
  raw: string
  /** Acceptable status codes. */
  status: readonly number[]
  /** Pattern that must not match the response. */
  never?: RegExp
}

const get = (path: string, headers: readonly string[] = []) =>
  `GET ${path} HTTP/1.1\r\n${['Host: HOST', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
const send = (method: string, path: string, headers: readonly string[] = [], body = '') =>
  `${method} ${path} HTTP/1.1\r\n${['Host: HOST', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`

const HOME = /<title>(Net Zero|Home)/

const PATHS: readonly HttpAttack[] = [
  { name: 'a tab and a non-character', raw: get('/%09/%EF%B7%BA'), status: [404] },
  { name: 'a newline in a path', raw: get('/a%0d%0aSet-Cookie:x=1/b'), status: [404], never: /^set-cookie/im },
  { name: 'a NUL byte', raw: get('/%00'), status: [404] },
  {
    name: 'all control characters',
    raw: get(`/${Array.from({ length: 32 }, (_, n) => `%${n.toString(16).padStart(2, '0')}`).join('/')}`),
    status: [404],
  },
  { name: 'an incomplete percent-encoding', raw: get('/%zz'), status: [400] },
  { name: 'incomplete UTF-8', raw: get('/%E0%A4%A'), status: [400] },
  { name: 'invalid UTF-8 in an API path', raw: get('/api/articles/%ff'), status: [400, 404] },
  { name: 'an encoded parent folder', raw: get('/whatever/%2e%2e'), status: [404], never: HOME },
  { name: 'an encoded parent folder in capitals', raw: get('/whatever/%2E%2E/'), status: [404], never: HOME },
  { name: 'a plain parent folder', raw: get('/whatever/..'), status: [404], never: HOME },
  { name: 'a parent folder followed by a page', raw: get('/whatever/.%2e/about'), status: [404] },
  { name: 'the current folder', raw: get('/%2e/about'), status: [404] },
  { name: 'path traversal from the assets', raw: get('/assets/..%2f..%2f..%2fetc/passwd'), status: [400, 403, 404], never: /root:/ },
  { name: 'path traversal from uploads', raw: get('/uploads/..%2f..%2fmain.sqlite'), status: [404], never: /SQLite format/ },
  { name: 'a backslash', raw: get('/a\\b'), status: [400, 404] },
  { name: 'a backslash before a host', raw: get('/\\evil.example/x'), status: [400, 404], never: /^location/im },
  { name: 'two slashes before a host', raw: get('//evil.example/%2e%2e'), status: [404], never: /^location/im },
  { name: 'a redirect to another host', raw: get('//evil.example/categories/..'), status: [404], never: /^location: \/\/evil/im },
  { name: 'a raw tab', raw: get('/a\tb'), status: [400, 404] },
  { name: 'raw bytes that are not UTF-8', raw: get('/\xff\xfe'), status: [400, 404] },
  { name: 'a fragment', raw: get('/about#x'), status: [200, 400, 404] },
  {
    name: 'prototype pollution by brackets in a query',
    raw: get('/api/articles?page[__proto__]=1&constructor[prototype]=2'),
    status: [200],
  },
  { name: 'prototype pollution in a query', raw: get('/api/articles?__proto__=1&constructor=2'), status: [200] },
  { name: 'a page number that is not finite', raw: get('/api/articles?page=1e999'), status: [400] },
  { name: 'a repeated page parameter', raw: get('/api/articles?page=1&page=2'), status: [400] },
  { name: 'a URL of 15 KB', raw: get(`/${'x'.repeat(15_000)}`), status: [404, 414] },
  { name: 'a URL of 60 KB', raw: get(`/${'x'.repeat(60_000)}`), status: [414, 431] },
]

const REQUEST_LINES: readonly HttpAttack[] = [
  { name: 'an absolute request line', raw: get('http://HOST/about'), status: [200] },
  { name: 'an absolute request line without a path', raw: get('http://HOST'), status: [200] },
  { name: 'an absolute request line of another host', raw: get('http://evil.example/about'), status: [400] },
  { name: 'an absolute request line with credentials', raw: get('http://a:b@HOST/about'), status: [400] },
  { name: 'an absolute request line that is not a URL', raw: get('http://'), status: [400] },
  { name: 'an absolute request line with another scheme', raw: get('ftp://HOST/about'), status: [400] },
  { name: 'an asterisk with GET', raw: get('*'), status: [400, 404] },
  { name: 'a path without a leading slash', raw: get('about'), status: [400, 404] },
  { name: 'only a query', raw: get('?x'), status: [400, 404] },
  {
    name: 'CONNECT to another host',
    raw: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
    status: [400, 405, 501],
  },
  { name: 'a QUERY request with a body', raw: send('QUERY', '/api/articles', ['Content-Length: 2'], '{}'), status: [400, 415, 501] },
  { name: 'a QUERY request without a body', raw: send('QUERY', '/api/articles'), status: [400, 501] },
  {
    name: 'a QUERY request for a page, with a body without a type',
    raw: send('QUERY', '/about', ['Content-Length: 2'], '{}'),
    status: [400, 415, 501],
  },
  { name: 'an unknown method', raw: send('BREW', '/about'), status: [400, 501] },
  { name: 'no HTTP at all', raw: 'nonsense\r\n\r\n', status: [400, 501] },
  { name: 'the first bytes of TLS', raw: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', status: [400, 501] },
  { name: 'the first bytes of HTTP/2', raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: [400, 405, 501, 505] },
  { name: 'an unknown HTTP version', raw: 'GET / HTTP/9.9\r\nHost: HOST\r\n\r\n', status: [400, 505] },
  {
    name: 'a WebSocket upgrade',
    raw: send('GET', '/about', ['Upgrade: websocket', 'Sec-WebSocket-Key: x']).replace('Connection: close', 'Connection: Upgrade, close'),
    status: [200, 400, 426],
  },
]

const HEADERS: readonly HttpAttack[] = [
  { name: 'two different Host headers', raw: get('/about', ['Host: evil.example']), status: [400] },
  { name: 'a repeated Host header', raw: get('/about', ['host: HOST']), status: [400] },
  { name: 'no Host header', raw: 'GET /about HTTP/1.1\r\nConnection: close\r\n\r\n', status: [400] },
  { name: 'an empty Host header', raw: 'GET /about HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', status: [400, 404] },
  {
    name: 'a host of 300 letters',
    raw: `GET /about HTTP/1.1\r\nHost: ${'a'.repeat(300)}.example\r\nConnection: close\r\n\r\n`,
    status: [400],
  },
  { name: 'a host with a path', raw: 'GET /about HTTP/1.1\r\nHost: HOST/x\r\nConnection: close\r\n\r\n', status: [400, 404] },
  { name: 'an unknown Expect header', raw: get('/about', ['Expect: the-unexpected']), status: [417] },
  {
    name: 'two Content-Length headers',
    raw: send('POST', '/api/reviews', ['Content-Length: 2', 'Content-Length: 3'], '{}'),
    status: [400],
  },
  {
    name: 'Content-Length with chunked encoding',
    raw: send('POST', '/api/reviews', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    status: [400],
  },
  { name: 'a negative Content-Length', raw: send('POST', '/api/reviews', ['Content-Length: -2'], '{}'), status: [400] },
  { name: 'a space before the colon', raw: get('/about', ['X-A : b']), status: [400] },
  { name: 'a folded header', raw: get('/about', ['X-A: b\r\n c']), status: [200, 400] },
  { name: 'headers of 20 KB', raw: get('/about', [`X-A: ${'x'.repeat(20_000)}`]), status: [431] },
  { name: 'a NUL byte in a header', raw: get('/about', ['X-A: b\x00c']), status: [400] },
  {
    name: 'a malformed Content-Type',
    raw: send('POST', '/api/reviews', ['Content-Type: ;;;', 'Content-Length: 2'], '{}'),
    status: [400, 415],
  },
  {
    name: 'a body with a Content-Encoding',
    raw: send('POST', '/api/reviews', ['Content-Type: application/json', 'Content-Encoding: br', 'Content-Length: 2'], '{}'),
    status: [400, 415],
  },
  { name: 'malformed Accept-Encoding', raw: get('/about', ['Accept-Encoding: ;q=,,;;,*;q=9']), status: [200] },
  { name: 'a thousand encodings', raw: get('/about', [`Accept-Encoding: ${'br;q=0.1,'.repeat(1000)}`]), status: [200] },
  { name: 'a thousand addresses in X-Forwarded-For', raw: get('/about', [`X-Forwarded-For: ${'10.0.0.1,'.repeat(1000)}`]), status: [200] },
  { name: 'malformed cookies', raw: get('/about', ['Cookie: session=%00%ff; session=;;=;']), status: [200] },
]

/** Request for a list with 700 unknown parameters, which would take 25 KB in the Link header of a cached response. */
const POISON: HttpAttack = {
  name: '700 unknown parameters',
  raw: get(`/api/products?page=3&perPage=7&${Array.from({ length: 700 }, (_, n) => `k${n}=${n}`).join('&')}`),
  status: [200],
  never: /[&?]k\d+=/,
}

export const HTTP_ATTACKS: readonly HttpAttack[] = [...PATHS, ...REQUEST_LINES, ...HEADERS, POISON]

/** Headers that every response must have. */
export const SECURITY_HEADERS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'] as const
