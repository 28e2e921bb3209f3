/** Slow clients are disconnected after a configured time and do not delay others. */
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_LIMITS, type ConnectionLimits } from '#platform/config/limit-settings.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { askSocket } from '#tests/support/socket.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'

const SHORT_MS = 400
let opened: TestSites
let built: BuiltApp | undefined
const sockets = new Set<Socket>()
beforeAll(async () => {
  opened = await openTestSites({ content: 'demo' })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await built?.app.close()
  built = undefined
})
afterAll(() => opened.close())

async function listen(connections: Partial<ConnectionLimits>): Promise<number> {
  const limits = { ...DEFAULT_LIMITS, connections: { ...DEFAULT_LIMITS.connections, ...connections } }
  built = await buildTestApp({ sites: singleSiteDirectory(opened.main), pages: true, limits })
  await built.app.listen({ port: 0, host: '127.0.0.1' })
  return (built.app.server.address() as AddressInfo).port
}

interface Slow {
  socket: Socket
  /** Returns what has been received so far. */
  read(): string
  closed: Promise<unknown>
}

async function open(port: number, bytes = ''): Promise<Slow> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let got = ''
  socket.on('error', () => undefined).on('data', (part) => (got += part.toString()))
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  if (bytes) socket.write(bytes)
  return { socket, read: () => got, closed }
}

/** Sends a byte at intervals, so that the connection is never idle. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(timer)), SHORT_MS / 10)
  socket.once('close', () => clearInterval(timer))
}
const expectServed = async (port: number) => expect((await askSocket(port, 'localhost', '/api/site')).status).toBe(200)

test('slowly sent headers return 408 and close the connection', async () => {
  const port = await listen({ headersMs: SHORT_MS })
  const slow = await Promise.all(Array.from({ length: 50 }, () => open(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n')))
  for (const { socket } of slow) drip(socket, 'x-a: b\r\n')
  await expectServed(port)
  await Promise.all(slow.map(({ closed }) => closed))
  for (const { read } of slow) expect(read()).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request\.timeout"/)
})

test('a slowly sent body returns 408', async () => {
  const port = await listen({ headersMs: SHORT_MS, requestMs: SHORT_MS })
  const head = 'POST /api/forums HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n'
  const slow = await Promise.all(Array.from({ length: 50 }, (_, n) => open(port, `${head}X-Forwarded-For: 10.5.0.${n}\r\n\r\n{"title":"`)))
  for (const { socket } of slow) drip(socket, 'a')
  await expectServed(port)
  await Promise.all(slow.map(({ closed }) => closed))
  for (const { read } of slow) expect(read()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a response that the client does not read is dropped with its connection', async () => {
  const port = await listen({ stalledMs: SHORT_MS })
  const { socket, closed } = await open(port)
  socket.pause()
  // More than the socket buffers of both ends hold.
  socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n'.repeat(60))
  const connections = () =>
    new Promise<number>((resolve, reject) => built?.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
  await vi.waitFor(async () => expect(await connections()).toBe(1), 60_000)
  await vi.waitFor(async () => expect(await connections()).toBe(0), 60_000)
  await expectServed(port)
  socket.resume()
  await closed
})

test('headers over the size limit return 431', async () => {
  const port = await listen({ maxHeaderBytes: 8 * 1024 })
  const { closed, read } = await open(port, `GET / HTTP/1.1\r\nHost: localhost\r\nx-large: ${'a'.repeat(9000)}\r\n\r\n`)
  await closed
  expect(read()).toMatch(/^HTTP\/1\.1 431 [^]*"code":"request\.headers_too_large"/)
})

testAtNight('a visitor is served while 2,000 connections are idle', async () => {
  const port = await listen({})
  for (let n = 0; n < 2000; n += 200) await Promise.all(Array.from({ length: 200 }, () => open(port)))
  for (const path of ['/', '/articles', '/api/site']) {
    const began = performance.now()
    expect((await askSocket(port, 'localhost', path)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(10_000)
  }
})

test('closes connections over the limit and accepts new ones once one is free', async () => {
  const port = await listen({ maxConnections: 20 })
  const idle = []
  for (let n = 0; n < 20; n++) idle.push(await open(port))
  const refused = await open(port)
  await refused.closed
  idle[0]?.socket.destroy()
  await vi.waitFor(() => expectServed(port), 60_000)
})
