import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventStreams, type EventChannel } from './event-streams.ts'

const SITE = 'main'
let streams: EventStreams
let server: Server
const clients: IncomingMessage[] = []

beforeEach(async () => {
  streams = new EventStreams({ perSite: 100, perNetwork: 100 })
  server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    streams.open(SITE, '192.0.2.1', { channels: ['topic:1'], viewer: null }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const connect = () =>
  new Promise<IncomingMessage>((resolve) => {
    request({ port: (server.address() as AddressInfo).port }, (response) => {
      clients.push(response)
      response.on('error', () => undefined)
      resolve(response)
    }).end()
  })
const read = (response: IncomingMessage): (() => string) => {
  let text = ''
  response.setEncoding('utf8').on('data', (part: string) => void (text += part))
  return () => text
}
const channel = () => streams.channelsOf(SITE).get('topic:1') as EventChannel

test('sends each stream one comment line within 25 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const texts = [read(await connect()), read(await connect())]
  vi.advanceTimersByTime(25_000)
  for (const text of texts) await vi.waitFor(() => expect(text()).toMatch(/^retry: \d+\n\n:\n\n$/))
})

test('disconnects a client that does not read', async () => {
  const response = await connect()
  response.pause()
  const reader = read(await connect())
  const data = { text: 'x'.repeat(8 * 1024) }
  // The system's buffers take some megabytes.
  for (let sent = 0; streams.count === 2 && sent < 10_000; sent += 1) {
    await streams.send(channel(), 'reply', data)
    await setTimeout(1)
  }
  expect(streams.count).toBe(1)
  expect(reader()).toContain('event: reply\n')
})

test('forgets a channel with its last stream', async () => {
  const response = await connect()
  expect(streams.has(SITE)).toBe(true)
  response.destroy()
  await vi.waitFor(() => expect(streams.has(SITE)).toBe(false))
  expect(streams.count).toBe(0)
})

test('ends the streams of a site that is no longer served', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  streams.isServed = () => false
  const response = await connect()
  response.resume()
  vi.advanceTimersByTime(25_000)
  await vi.waitFor(() => expect(response.readableEnded).toBe(true))
})

test('refuses streams while the process recovers from an overload, and after a shutdown', () => {
  streams.assertFree(SITE, '192.0.2.1')
  streams.isBusy = () => true
  expect(() => streams.assertFree(SITE, '192.0.2.1')).toThrow(expect.objectContaining({ status: 503, retryAfter: 10 }))
  streams.isBusy = () => false
  streams.closeAll()
  expect(() => streams.assertFree(SITE, '192.0.2.1')).toThrow(expect.objectContaining({ status: 503 }))
})
