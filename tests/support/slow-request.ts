import { request } from 'node:http'

/** Starts a request and sends the first part of its body after `100 Continue`; `finish()` sends the rest. */
export function startRequest(url: string, body: string) {
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' }
  const accepted = Promise.withResolvers<void>()
  const open = request(url, { method: 'POST', headers }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  open.on('error', reject)
  open.on('continue', () => open.write(body.slice(0, 10), () => accepted.resolve()))
  open.flushHeaders()
  return { status, accepted: accepted.promise, finish: () => open.end(body.slice(10)) }
}
