import { request } from 'node:http'

/** Starts a POST request and sends the first ten characters of its body after `100 Continue`; `finish()` sends the others. */
export function startRequest(url: string, body: string) {
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), expect: '100-continue' }
  const accepted = Promise.withResolvers<void>()
  const clientRequest = request(url, { method: 'POST', headers }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  clientRequest.on('error', reject)
  clientRequest.on('continue', () => clientRequest.write(body.slice(0, 10), () => accepted.resolve()))
  clientRequest.flushHeaders()
  return { status, accepted: accepted.promise, finish: () => clientRequest.end(body.slice(10)) }
}
