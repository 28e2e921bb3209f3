/** Malformed and malicious HTTP requests as data, each with the acceptable status codes. They can be sent to any running server. */

export interface HttpAttack {
  name: string
  /** The raw request; `HOST` is replaced by the server's host. */
  raw: string
  /** Acceptable status codes. */
  status: readonly number[]
  /** Must not match the response. */
  never?: RegExp
}

const get = (path: string, headers: readonly string[] = []) =>
  `GET ${path} HTTP/1.1\r\n${['Host: HOST', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`
const send = (method: string, path: string, headers: readonly string[] = [], body = '') =>
  `${method} ${path} HTTP/1.1\r\n${['Host: HOST', ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`

const HOME = /<title>(Net Zero|Home)/

const ADDRESSES: readonly HttpAttack[] = [
  { name: 'a tab and a character that is none', raw: get('/%09/%EF%B7%BA'), status: [404] },
  { name: 'a newline in a path', raw: get('/a%0d%0aSet-Cookie:x=1/b'), status: [404], never: /^set-cookie/im },
  { name: 'a zero byte', raw: get('/%00'), status: [404] },
  {
    name: 'all control characters',
    raw: get(`/${Array.from({ length: 32 }, (_, n) => `%${n.toString(16).padStart(2, '0')}`).join('/')}`),
    status: [404],
  },
  { name: 'half an escape', raw: get('/%zz'), status: [400] },
  { name: 'half a character', raw: get('/%E0%A4%A'), status: [400] },
  { name: 'half a character in a call', raw: get('/api/articles/%ff'), status: [400, 404] },
  { name: 'one folder up', raw: get('/whatever/%2e%2e'), status: [404], never: HOME },
  { name: 'one folder up, in capitals', raw: get('/whatever/%2E%2E/'), status: [404], never: HOME },
  { name: 'one folder up, plainly', raw: get('/whatever/..'), status: [404], never: HOME },
  { name: 'one folder up and down again', raw: get('/whatever/.%2e/about'), status: [404] },
  { name: 'the same folder', raw: get('/%2e/about'), status: [404] },
  { name: 'folders up from the files', raw: get('/assets/..%2f..%2f..%2fetc/passwd'), status: [400, 403, 404], never: /root:/ },
  { name: 'folders up from uploads', raw: get('/uploads/..%2f..%2fmain.sqlite'), status: [404], never: /SQLite format/ },
  { name: 'a backslash', raw: get('/a\\b'), status: [400, 404] },
  { name: 'a backslash that would be a host', raw: get('/\\evil.example/x'), status: [400, 404], never: /^location/im },
  { name: 'two slashes that would be a host', raw: get('//evil.example/%2e%2e'), status: [404], never: /^location/im },
  { name: 'a move to another host', raw: get('//evil.example/categories/..'), status: [404], never: /^location: \/\/evil/im },
  { name: 'a raw tab', raw: get('/a\tb'), status: [400, 404] },
  { name: 'raw bytes that are no text', raw: get('/\xff\xfe'), status: [400, 404] },
  { name: 'a fragment', raw: get('/about#x'), status: [200, 400, 404] },
  { name: 'brackets in a query', raw: get('/api/articles?page[__proto__]=1&constructor[prototype]=2'), status: [200] },
  { name: 'prototypes in a query', raw: get('/api/articles?__proto__=1&constructor=2'), status: [200] },
  { name: 'a page that is no number', raw: get('/api/articles?page=1e999'), status: [400] },
  { name: 'a page twice', raw: get('/api/articles?page=1&page=2'), status: [400] },
  { name: 'an address of 15 KB', raw: get(`/${'x'.repeat(15_000)}`), status: [404, 414] },
  { name: 'an address of 60 KB', raw: get(`/${'x'.repeat(60_000)}`), status: [414, 431] },
]

const REQUEST_LINES: readonly HttpAttack[] = [
  { name: 'an absolute request line', raw: get('http://HOST/about'), status: [200] },
  { name: 'an absolute request line without a path', raw: get('http://HOST'), status: [200] },
  { name: 'an absolute request line of another host', raw: get('http://evil.example/about'), status: [400] },
  { name: 'an absolute request line with a name and password', raw: get('http://a:b@HOST/about'), status: [400] },
  { name: 'an absolute request line that is no address', raw: get('http://'), status: [400] },
  { name: 'an absolute request line of another kind', raw: get('ftp://HOST/about'), status: [400] },
  { name: 'a star where there is none', raw: get('*'), status: [400, 404] },
  { name: 'an address without a slash', raw: get('about'), status: [400, 404] },
  { name: 'a query alone', raw: get('?x'), status: [400, 404] },
  {
    name: 'a connection to another host',
    raw: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
    status: [400, 405, 501],
  },
  { name: 'a method that is known elsewhere', raw: send('QUERY', '/api/articles', ['Content-Length: 2'], '{}'), status: [400, 415, 501] },
  { name: 'the same without a body', raw: send('QUERY', '/api/articles'), status: [400, 501] },
  { name: 'the same with a body of no type on a page', raw: send('QUERY', '/about', ['Content-Length: 2'], '{}'), status: [400, 415, 501] },
  { name: 'a method that nobody knows', raw: send('BREW', '/about'), status: [400, 501] },
  { name: 'no HTTP at all', raw: 'nonsense\r\n\r\n', status: [400, 501] },
  { name: 'the first bytes of TLS', raw: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', status: [400, 501] },
  { name: 'the first bytes of HTTP/2', raw: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: [400, 405, 501, 505] },
  { name: 'a version that is none', raw: 'GET / HTTP/9.9\r\nHost: HOST\r\n\r\n', status: [400, 505] },
  {
    name: 'an upgrade',
    raw: send('GET', '/about', ['Upgrade: websocket', 'Sec-WebSocket-Key: x']).replace('Connection: close', 'Connection: Upgrade, close'),
    status: [200, 400, 426],
  },
]

const HEADERS: readonly HttpAttack[] = [
  { name: 'two hosts', raw: get('/about', ['Host: evil.example']), status: [400] },
  { name: 'the same host twice', raw: get('/about', ['host: HOST']), status: [400] },
  { name: 'no host', raw: 'GET /about HTTP/1.1\r\nConnection: close\r\n\r\n', status: [400] },
  { name: 'an empty host', raw: 'GET /about HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', status: [400, 404] },
  {
    name: 'a host of 300 letters',
    raw: `GET /about HTTP/1.1\r\nHost: ${'a'.repeat(300)}.example\r\nConnection: close\r\n\r\n`,
    status: [400],
  },
  { name: 'a host with a path', raw: 'GET /about HTTP/1.1\r\nHost: HOST/x\r\nConnection: close\r\n\r\n', status: [400, 404] },
  { name: 'an expectation', raw: get('/about', ['Expect: the-unexpected']), status: [417] },
  { name: 'two lengths', raw: send('POST', '/api/reviews', ['Content-Length: 2', 'Content-Length: 3'], '{}'), status: [400] },
  {
    name: 'a length and pieces',
    raw: send('POST', '/api/reviews', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    status: [400],
  },
  { name: 'a length that is none', raw: send('POST', '/api/reviews', ['Content-Length: -2'], '{}'), status: [400] },
  { name: 'a space before the colon', raw: get('/about', ['X-A : b']), status: [400] },
  { name: 'a folded line', raw: get('/about', ['X-A: b\r\n c']), status: [200, 400] },
  { name: 'headers of 20 KB', raw: get('/about', [`X-A: ${'x'.repeat(20_000)}`]), status: [431] },
  { name: 'a zero byte in a header', raw: get('/about', ['X-A: b\x00c']), status: [400] },
  { name: 'a type that is none', raw: send('POST', '/api/reviews', ['Content-Type: ;;;', 'Content-Length: 2'], '{}'), status: [400, 415] },
  {
    name: 'a body in a language of its own',
    raw: send('POST', '/api/reviews', ['Content-Type: application/json', 'Content-Encoding: br', 'Content-Length: 2'], '{}'),
    status: [400, 415],
  },
  { name: 'encodings that are none', raw: get('/about', ['Accept-Encoding: ;q=,,;;,*;q=9']), status: [200] },
  { name: 'a thousand encodings', raw: get('/about', [`Accept-Encoding: ${'br;q=0.1,'.repeat(1000)}`]), status: [200] },
  { name: 'a thousand addresses on the way', raw: get('/about', [`X-Forwarded-For: ${'10.0.0.1,'.repeat(1000)}`]), status: [200] },
  { name: 'a session that is none', raw: get('/about', ['Cookie: session=%00%ff; session=;;=;']), status: [200] },
]

/** 700 unknown parameters of a list: in the Link header of a cached response they would take 25 KB. */
const POISON: HttpAttack = {
  name: 'seven hundred parameters that nobody knows',
  raw: get(`/api/products?page=3&perPage=7&${Array.from({ length: 700 }, (_, n) => `k${n}=${n}`).join('&')}`),
  status: [200],
  never: /[&?]k\d+=/,
}

export const HTTP_ATTACKS: readonly HttpAttack[] = [...ADDRESSES, ...REQUEST_LINES, ...HEADERS, POISON]

/** Headers of every response. */
export const SECURITY_HEADERS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'] as const
