/** Reads a stream of server-sent events, as browsers do. */
import { request, type IncomingHttpHeaders } from 'node:http'
import { vi } from 'vitest'

export interface ServerEvent {
  event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests access data of many shapes
  data: any
}

export interface EventReader {
  status: number
  headers: IncomingHttpHeaders
  /** All that was received. */
  text(): string
  events(): ServerEvent[]
  /** Whether the server has ended the stream. */
  isEnded(): boolean
  close(): void
}

/** Opens a stream. Resolves when the headers have arrived. */
export function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { accept: 'text/event-stream', ...headers } }, (response) => {
      let text = ''
      let isEnded = false
      response.setEncoding('utf8').on('data', (part: string) => void (text += part))
      response.once('end', () => void (isEnded = true))
      response.once('error', () => void (isEnded = true))
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        events: () => parseEvents(text),
        isEnded: () => isEnded,
        close: () => call.destroy(),
      })
    })
    call.once('error', reject)
    call.end()
  })
}

const parseEvents = (text: string): ServerEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
    })

/** Waits until the stream has this number of events. @returns the events */
export const waitForEvents = (reader: EventReader, count: number, timeout = 10_000): Promise<ServerEvent[]> =>
  vi.waitFor(
    () => {
      const events = reader.events()
      if (events.length < count) throw new Error(`${events.length} of ${count} events: ${reader.text()}`)
      return events
    },
    { timeout, interval: 10 },
  )
