/**
 * The open streams of server-sent events (HTML Standard §9.2) of this process, by site and channel. A stream is a response and its entry in
 * the channels: it has no timer, buffer or query, so that thousands of open pages cost little memory.
 */
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Viewer } from '#platform/contract/context.ts'
import { serviceUnavailable, tooManyRequests, unavailable } from '#platform/contract/errors.ts'
import type { EventSubscription } from '#platform/contract/event-subscription.ts'
import type { LiveLimits } from '#platform/config/limit-settings.ts'

/** Interval of the comment lines that keep connections open: proxies close connections that are silent for 30 s or longer. */
const HEARTBEAT_SECONDS = 25
/** Range of the time after which browsers reconnect. It is random, so that they do not all reconnect at once after a restart. */
const RETRY_MS = { min: 2_000, max: 8_000 }
/** Maximum of unsent bytes per stream; a client that reads more slowly is disconnected. */
const MAX_UNSENT_BYTES = 64 * 1024
/** Number of streams that are written to before other work gets its turn. */
const STREAMS_PER_TURN = 200
/** Retry-After of a network that has too many streams. */
const NETWORK_RETRY_SECONDS = 60

/** A stream of server-sent events to one open page. */
export interface EventStream {
  readonly site: string
  readonly network: string
  readonly channels: readonly string[]
  readonly viewer: Viewer | null
  readonly response: ServerResponse
}

/** The streams that get the same events. It exists while there is at least one. */
export interface EventChannel {
  readonly name: string
  /** Time at which the first stream was opened. */
  readonly openedAtMs: number
  readonly streams: Set<EventStream>
}

interface SiteStreams {
  readonly streams: Set<EventStream>
  readonly channels: Map<string, EventChannel>
}

export class EventStreams {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- has entries of open streams only
  readonly #sites = new Map<string, SiteStreams>()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- has entries of open streams only
  readonly #countByNetwork = new Map<string, number>()
  /** Streams by the second in which they get their heartbeat. */
  readonly #beats = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<EventStream>())
  readonly #limits: LiveLimits
  #second = 0
  #opened = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** Whether the process is or was busy. Streams are refused for longer than requests are, because pages work without them. */
  isBusy: () => boolean = () => false
  /** Whether a site is still served. Streams of other sites are closed. */
  isServed: (site: string) => boolean = () => true

  constructor(limits: LiveLimits) {
    this.#limits = limits
  }

  /** Number of open streams. */
  get count(): number {
    return this.#count
  }

  /**
   * Checks whether another stream may be opened.
   * @param network key of the client's network
   * @throws AppError 429 if the network has too many streams, 503 if the site has, or while the process is busy or stopping
   */
  assertFree(site: string, network: string): void {
    const { perSite, perNetwork } = this.#limits
    if (this.#isClosed || this.isBusy()) throw serviceUnavailable()
    if ((this.#sites.get(site)?.streams.size ?? 0) >= perSite)
      throw unavailable('live.full', 'There are no live updates just now. Please reload the page to see what is new.')
    if ((this.#countByNetwork.get(network) ?? 0) >= perNetwork) throw tooManyRequests('live.network_full', NETWORK_RETRY_SECONDS)
  }

  /** Opens a stream. @param response whose headers have been written */
  open(site: string, network: string, { channels, viewer }: EventSubscription, response: ServerResponse): void {
    const stream: EventStream = { site, network, channels, viewer, response }
    // Events are small and rare: they are sent at once.
    response.socket?.setNoDelay(true)
    response.once('close', () => this.#remove(stream))
    this.#add(stream)
    if (this.#isClosed) return void response.end()
    response.write(`retry: ${RETRY_MS.min + Math.round(Math.random() * (RETRY_MS.max - RETRY_MS.min))}\n\n`)
  }

  /** Whether a site has open streams. */
  has(site: string): boolean {
    return this.#sites.has(site)
  }

  /** Returns the open channels of a site, by name. */
  channelsOf(site: string): ReadonlyMap<string, EventChannel> {
    return this.#sites.get(site)?.channels ?? new Map<string, EventChannel>()
  }

  /** Sends an event to all streams of a channel. The data is serialised once. */
  async send({ streams }: EventChannel, event: string, data: object): Promise<void> {
    await this.#write([...streams], `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Ends a stream; the browser opens another one. */
  close({ response }: EventStream): void {
    response.end()
  }

  closeSite(site: string): void {
    for (const stream of this.#sites.get(site)?.streams ?? []) this.close(stream)
  }

  /** Ends all streams, for a shutdown, and refuses others. */
  closeAll(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const site of this.#sites.keys()) this.closeSite(site)
  }

  async #write(streams: readonly EventStream[], text: string): Promise<void> {
    for (const [index, { response }] of streams.entries()) {
      if (index > 0 && index % STREAMS_PER_TURN === 0) await nextTurn()
      if (response.writableEnded || response.destroyed) continue
      response.write(text)
      if (response.writableLength > MAX_UNSENT_BYTES) response.destroy()
    }
  }

  #add(stream: EventStream): void {
    const site: SiteStreams = this.#sites.get(stream.site) ?? { streams: new Set(), channels: new Map() }
    this.#sites.set(stream.site, site)
    site.streams.add(stream)
    for (const name of stream.channels) {
      const channel = site.channels.get(name) ?? { name, openedAtMs: Date.now(), streams: new Set() }
      site.channels.set(name, channel)
      channel.streams.add(stream)
    }
    this.#countByNetwork.set(stream.network, (this.#countByNetwork.get(stream.network) ?? 0) + 1)
    this.#beats[this.#opened % HEARTBEAT_SECONDS]?.add(stream)
    this.#opened += 1
    this.#count += 1
    this.#timer ??= setInterval(() => this.#beat(), 1_000).unref()
  }

  #remove(stream: EventStream): void {
    const site = this.#sites.get(stream.site)
    if (!site?.streams.delete(stream)) return
    for (const name of stream.channels) {
      const channel = site.channels.get(name)
      channel?.streams.delete(stream)
      if (channel?.streams.size === 0) site.channels.delete(name)
    }
    if (site.streams.size === 0) this.#sites.delete(stream.site)
    const ofNetwork = (this.#countByNetwork.get(stream.network) ?? 1) - 1
    if (ofNetwork > 0) this.#countByNetwork.set(stream.network, ofNetwork)
    else this.#countByNetwork.delete(stream.network)
    for (const streams of this.#beats) if (streams.delete(stream)) break
    this.#count -= 1
  }

  /** Sends the heartbeat of the streams of this second. */
  #beat(): void {
    this.#second = (this.#second + 1) % HEARTBEAT_SECONDS
    const streams = [...(this.#beats[this.#second] ?? [])]
    for (const stream of streams) if (!this.isServed(stream.site)) this.close(stream)
    void this.#write(streams, ':\n\n')
  }
}
