import { request } from 'node:http'

/** A request whose body arrives in two halves, the first when the server has said that it takes it. */
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
