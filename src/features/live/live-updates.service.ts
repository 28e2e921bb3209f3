/**
 * Sends the events of open pages. It is invalidated like a cache, after each commit of any process, with the keys of the written rows. Rows of
 * open pages are then read once per event, however many pages are open; without open pages nothing is read.
 */
import { tablesAmong } from '#db/changes/row-keys.ts'
import type { InvalidatableCache } from '#platform/cache/cache-group.ts'
import type { Log, Site } from '#platform/contract/context.ts'
import type { EventChannel, EventStreams } from '#platform/http/event-streams.ts'
import type { LiveEvents } from './live.contract.ts'
import { memberChannel, topicChannel } from './live.service.ts'
import { countUnreadByMember, listOpenSessions } from './live.queries.ts'
import { TopicEvents } from './topic-events.service.ts'
import { WrittenKeys } from './written-keys.ts'

const WATCHED_TABLES: ReadonlySet<string> = new Set(['topics', 'replies', 'votes', 'notices', 'sessions', 'users', 'settings'])
/** Time in which the writes of one action, which PostgreSQL reports several times, are collected. */
const COLLECT_MS = 40

interface LiveUpdatesOptions {
  streams: EventStreams
  findSite: (id: string) => Site | undefined
  log: Log
}

export class LiveUpdates implements InvalidatableCache {
  readonly #streams: EventStreams
  readonly #findSite: (id: string) => Site | undefined
  readonly #log: Log
  readonly #topicEvents = new TopicEvents()
  /** Written keys by site. */
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- has an entry per site at most, for 40 ms
  readonly #pending = new Map<string, Set<string>>()
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- has an entry per site at most
  readonly #publishing = new Set<string>()

  constructor({ streams, findSite, log }: LiveUpdatesOptions) {
    this.#streams = streams
    this.#findSite = findSite
    this.#log = log
  }

  invalidate(site: string, written: Iterable<string>): void {
    if (!this.#streams.has(site)) return
    const keys = [...written].filter((key) => WATCHED_TABLES.has(tableOf(key)))
    if (keys.length === 0) return
    const pending = this.#pending.get(site)
    for (const key of keys) pending?.add(key)
    if (pending) return
    this.#pending.set(site, new Set(keys))
    if (!this.#publishing.has(site)) this.#schedule(site)
  }

  #schedule(site: string): void {
    setTimeout(() => void this.#publish(site), COLLECT_MS).unref()
  }

  /** Publishes one site's writes at a time, so that events are in the order of the writes. */
  async #publish(id: string): Promise<void> {
    const keys = this.#pending.get(id)
    this.#pending.delete(id)
    const site = this.#findSite(id)
    if (!keys || !site) return
    this.#publishing.add(id)
    try {
      await this.#publishKeys(site, new WrittenKeys(keys), tablesAmong(keys))
    } catch (error) {
      this.#log.warn({ err: error, site: id }, 'live updates not sent')
      // Browsers open their streams again and then refetch what they may have missed.
      this.#streams.closeSite(id)
    } finally {
      this.#publishing.delete(id)
      if (this.#pending.has(id)) this.#schedule(id)
    }
  }

  async #publishKeys(site: Site, written: WrittenKeys, tables: ReadonlySet<string>): Promise<void> {
    // A feature may have been switched off. This is also how missed writes of other processes are reported.
    if (tables.has('settings')) return this.#streams.closeSite(site.id)
    if (tables.has('sessions') || tables.has('users')) await this.#closeEndedSessions(site, written)
    if (tables.has('topics') || tables.has('replies')) {
      const channels = this.#channelsByNumber(site, topicChannel(0))
      for (const { channel, event, data } of await this.#topicEvents.find(site, written, channels)) await this.#send(channel, event, data)
    }
    if (tables.has('notices')) await this.#publishNotices(site, written)
  }

  async #publishNotices(site: Site, written: WrittenKeys): Promise<void> {
    const channels = selectWritten(this.#channelsByNumber(site, memberChannel(0)), [written.valuesOf('notices', 'user_id')])
    if (channels.size === 0) return
    const rows = await countUnreadByMember(site, [...channels.keys()])
    const unreadById = new Map(rows.map(({ userId, unread }) => [userId, unread]))
    for (const [id, channel] of channels) await this.#send(channel, 'notice', { unread: unreadById.get(id) ?? 0 })
  }

  /** Closes the streams of sessions that have ended, and of members who have been restricted or are no longer. */
  async #closeEndedSessions(site: Site, written: WrittenKeys): Promise<void> {
    const channels = selectWritten(this.#channelsByNumber(site, memberChannel(0)), [
      written.valuesOf('sessions', 'user_id'),
      written.valuesOf('users', 'id'),
    ])
    const streams = [...channels.values()].flatMap((channel) => [...channel.streams])
    const sessionIds = new Set(streams.flatMap(({ viewer }) => viewer?.sessionId ?? []))
    if (sessionIds.size === 0) return
    const rows = await listOpenSessions(site, [...sessionIds])
    const openSessions = new Map(rows.map(({ id, restrictedAt }) => [id, restrictedAt !== null]))
    for (const stream of streams) {
      const { sessionId, isRestricted = false } = stream.viewer ?? {}
      if (sessionId !== undefined && openSessions.get(sessionId) !== isRestricted) this.#streams.close(stream)
    }
  }

  /** Returns the open channels with a prefix by their number. @param example name of such a channel with the number 0 */
  #channelsByNumber(site: Site, example: string): Map<number, EventChannel> {
    const prefix = example.slice(0, -1)
    const channels = [...this.#streams.channelsOf(site.id).values()].filter(({ name }) => name.startsWith(prefix))
    return new Map(channels.map((channel) => [Number(channel.name.slice(prefix.length)), channel]))
  }

  #send<E extends keyof LiveEvents>(channel: EventChannel, event: E, data: LiveEvents[E]): Promise<void> {
    return this.#streams.send(channel, event, data)
  }
}

const tableOf = (key: string): string => {
  const end = key.indexOf(':')
  return end < 0 ? key : key.slice(0, end)
}

/** Selects the channels whose number was written. @param values undefined among them selects all */
const selectWritten = (
  channels: ReadonlyMap<number, EventChannel>,
  values: readonly (ReadonlySet<number> | undefined)[],
): Map<number, EventChannel> => new Map([...channels].filter(([id]) => values.some((ids) => !ids || ids.has(id))))
