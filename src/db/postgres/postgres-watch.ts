/** Manages the listening connection of a process: receives the writes of all processes, and holds the advisory lock of the leader. */
import pg from 'pg'
import type { ChangeSubscription, ChangeWatcher } from '#db/changes/change-feed.ts'
import { ALL_CHANGES_COUNTER, CHANGE_COUNTER, CHANGE_CHANNEL, ReceivedNumbers, parseChange } from '#db/changes/change-message.ts'
import type { ChangeNotifier } from '#db/changes/change-notifier.ts'
import { announceSchemaLevel, SCHEMA_LEVEL_SEQUENCE } from './schema-presence.ts'

/** Interval at which the connection is checked and the leader lock is tried. */
const POLL_INTERVAL_MS = 1_000
const TIMEOUT_MS = 5_000
const RETRY_MS = { min: 50, max: 1_000 }
/** Advisory lock key of the leader; arbitrary, but no other program on the server may use it. */
const LEADER_LOCK = 7_205_759_404

/** `application_name` of these connections in pg_stat_activity. */
export const LISTENER_NAME = 'netzero changes'

/**
 * Listens until it is closed, and reconnects when the connection is lost.
 * @param url direct URL of the server: `LISTEN` does not work through a pooler in transaction mode
 * @param notifier publishes on the same connection while it is up
 * @param schemaLevel schema version that this program knows
 * @throws the driver's error if the first connection fails
 */
export async function watchPostgres(
  url: string,
  watcher: ChangeWatcher,
  notifier: ChangeNotifier,
  schemaLevel: number,
): Promise<ChangeSubscription> {
  const watch = new Watch(url, watcher, notifier, schemaLevel)
  await watch.connect()
  return watch
}

class Watch implements ChangeSubscription {
  readonly #url: string
  readonly #watcher: ChangeWatcher
  readonly #notifier: ChangeNotifier
  readonly #received = new Map<string, ReceivedNumbers>()
  #receivedOfAll = new ReceivedNumbers(0)
  /** Value of the counter of all sites at the last poll: by the next poll all messages up to it must have arrived. */
  #lastCount: number | undefined
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isLeading = false
  #isClosed = false
  #isOutdated = false
  readonly #schemaLevel: number

  constructor(url: string, watcher: ChangeWatcher, notifier: ChangeNotifier, schemaLevel: number) {
    this.#schemaLevel = schemaLevel
    this.#url = url
    this.#watcher = watcher
    this.#notifier = notifier
  }

  /** Establishes the connection. A connection that is lost meanwhile rejects here; `#lose` does not reconnect it. */
  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      application_name: LISTENER_NAME,
    })
    client.on('notification', ({ payload }) => this.#receive(payload))
    // A lost connection may emit `error` twice; without a listener the second one would end the process.
    client.on('error', (error) => this.#lose(client, error))
    client.once('end', () => this.#lose(client, new Error('The connection was closed.')))
    try {
      await client.connect()
      // Listens before reading the counters, so that no commit in between is missed.
      await client.query(`listen ${CHANGE_CHANNEL}`)
      await announceSchemaLevel(client, this.#schemaLevel)
      await this.#compareCounters(client)
      const { isLeading, count, schemaLevel } = await pollServer(client, false)
      if (this.#isClosed) throw new Error('The watch was closed while connecting.')
      this.#client = client
      this.#lastCount = count
      this.#setLeading(isLeading)
      this.#compareSchema(schemaLevel)
    } catch (error) {
      // Ending the connection also releases the leader lock. It is not awaited, because the server may be unreachable.
      client.end().catch(() => undefined)
      throw error
    }
    this.#notifier.setSender((sql, values) => client.query(sql, values))
    this.#schedulePoll(client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    this.#notifier.setSender(undefined)
    this.#setLeading(false)
    await client?.end().catch(() => undefined)
  }

  #receive(payload: string | undefined): void {
    const change = parseChange(payload)
    if (!change) return
    const received = this.#received.get(change.site) ?? new ReceivedNumbers(0)
    this.#received.set(change.site, received)
    for (const { ofSite, ofAll } of change.numbers) {
      received.add(ofSite)
      this.#receivedOfAll.add(ofAll)
    }
    this.#watcher.onChange(change.site, change.tables)
  }

  async #compareCounters(client: pg.Client): Promise<void> {
    const ofAll = await client.query<{ count: string | null }>(
      `select pg_sequence_last_value('public.${ALL_CHANGES_COUNTER}'::regclass) as count`,
    )
    const { rows } = await client.query<{ site: string; count: string | null }>(
      `select substring(schemaname from 6) as site, last_value as count from pg_sequences where sequencename = $1 and schemaname like 'site\\_%'`,
      [CHANGE_COUNTER],
    )
    this.#receivedOfAll = new ReceivedNumbers(Number(ofAll.rows[0]?.count ?? 0))
    const missed: string[] = []
    for (const { site, count } of rows) {
      const currentCount = Number(count ?? 0)
      const received = this.#received.get(site)
      if (received && !(received.covers(currentCount) && received.isWithin(currentCount))) missed.push(site)
      this.#received.set(site, new ReceivedNumbers(currentCount))
    }
    this.#watcher.onMissed(missed)
  }

  /**
   * Polls leader lock, counters and schema level. Also detects that the server is gone, and that a process ended between a commit and its
   * publication.
   */
  async #poll(client: pg.Client): Promise<void> {
    const { isLeading, count, schemaLevel } = await pollServer(client, this.#isLeading)
    if (this.#client !== client) return
    this.#compareSchema(schemaLevel)
    this.#setLeading(isLeading)
    if (this.#lastCount !== undefined && !this.#receivedOfAll.covers(this.#lastCount)) await this.#compareCounters(client)
    this.#lastCount = count
    if (this.#client === client) this.#schedulePoll(client)
  }

  #schedulePoll(client: pg.Client): void {
    this.#timer = setTimeout(() => void this.#poll(client).catch((error: unknown) => this.#lose(client, error)), POLL_INTERVAL_MS).unref()
  }

  #compareSchema(level: number): void {
    if (level <= this.#schemaLevel || this.#isOutdated) return
    this.#isOutdated = true
    this.#watcher.onNewerSchema?.()
  }

  #setLeading(isLeading: boolean): void {
    if (this.#isLeading === isLeading) return
    this.#isLeading = isLeading
    this.#watcher.onLeadershipChange(isLeading)
  }

  /** Gives up leadership, whose lock was held on the lost connection, and reconnects. */
  #lose(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = undefined
    this.#notifier.setSender(undefined)
    clearTimeout(this.#timer)
    this.#setLeading(false)
    this.#watcher.onError?.(error)
    client.end().catch(() => undefined)
    this.#reconnect(0)
  }

  #reconnect(waitMs: number): void {
    this.#timer = setTimeout(() => {
      void this.connect().catch(() => this.#isClosed || this.#reconnect(Math.min(RETRY_MS.max, Math.max(RETRY_MS.min, waitMs * 2))))
    }, waitMs).unref()
  }
}

/** Tries the leader lock. @returns whether it is held, the counter of all sites' writes, and the schema level */
async function pollServer(client: pg.Client, isLeading: boolean): Promise<{ isLeading: boolean; count: number; schemaLevel: number }> {
  const lock = isLeading ? 'true' : `pg_try_advisory_lock(${LEADER_LOCK})`
  const { rows } = await client.query<{ isLeading: boolean; count: string | null; level: string | null }>(
    `select ${lock} as "isLeading", pg_sequence_last_value('public.${ALL_CHANGES_COUNTER}'::regclass) as count, pg_sequence_last_value('public.${SCHEMA_LEVEL_SEQUENCE}'::regclass) as level`,
  )
  return { isLeading: rows[0]?.isLeading === true, count: Number(rows[0]?.count ?? 0), schemaLevel: Number(rows[0]?.level ?? 0) }
}
