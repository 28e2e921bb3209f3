/** One connection of a process that hears what all processes write, and on which it holds the right to do what only one must do. */
import pg from 'pg'
import type { ChangeWatch, ChangeWatcher } from './change-feed.ts'
import { CHANGE_COUNTER, CHANNEL, parseChange } from './postgres-changes.ts'

/** So often a silent connection is asked whether it is still there, and the lead whether it has become free. */
const ASK_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 5_000
const RETRY_MS = { first: 50, longest: 1_000 }
/** Any number, as long as nobody else's programs on the server use it. */
const LEAD_LOCK = 7_205_759_404

/** What was heard of a site's counter. A gap is a write that was taken back, or one that is told late. */
interface Heard {
  count: number
  hasGap: boolean
}

/**
 * Begins to listen, and goes on until it is closed, through any loss of the connection.
 * @param url of the server itself: a pooler that gives connections away between transactions hears nothing
 * @throws the driver's error when the server cannot be reached now
 */
export async function watchPostgres(url: string, watcher: ChangeWatcher): Promise<ChangeWatch> {
  const watch = new Watch(url, watcher)
  await watch.connect()
  return watch
}

class Watch implements ChangeWatch {
  readonly #url: string
  readonly #watcher: ChangeWatcher
  readonly #heard = new Map<string, Heard>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isLeading = false
  #isClosed = false

  constructor(url: string, watcher: ChangeWatcher) {
    this.#url = url
    this.#watcher = watcher
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    client.on('notification', ({ payload }) => this.#hear(payload))
    client.once('error', (fault) => this.#lose(client, fault))
    client.once('end', () => this.#lose(client, new Error('The connection was closed.')))
    this.#client = client
    try {
      await client.connect()
      // First to listen, then to look: what is committed from now on is heard, and what was before is seen.
      await client.query(`listen ${CHANNEL}`)
      await this.#compareCounters(client)
      await this.#ask(client)
    } catch (fault) {
      if (this.#client === client) this.#client = undefined
      await client.end().catch(() => undefined)
      throw fault
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    this.#setLeading(false)
    await client?.end().catch(() => undefined)
  }

  #hear(payload: string | undefined): void {
    const change = parseChange(payload)
    if (!change) return
    const { site, count, tables } = change
    const before = this.#heard.get(site)
    const isNext = before !== undefined && count === before.count + 1
    this.#heard.set(site, { count: Math.max(count, before?.count ?? 0), hasGap: before?.hasGap === true || !isNext })
    this.#watcher.onChange(site, tables)
  }

  async #compareCounters(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ site: string; count: string | null }>(
      `select substring(schemaname from 6) as site, last_value as count from pg_sequences where sequencename = $1 and schemaname like 'site\\_%'`,
      [CHANGE_COUNTER],
    )
    const missed: string[] = []
    for (const { site, count } of rows) {
      const now = Number(count ?? 0)
      const before = this.#heard.get(site)
      if (before && (before.hasGap || before.count !== now)) missed.push(site)
      this.#heard.set(site, { count: now, hasGap: false })
    }
    this.#watcher.onMissed(missed)
  }

  /** Also finds out that the other end is no longer there. */
  async #ask(client: pg.Client): Promise<void> {
    if (this.#isLeading) await client.query('select 1')
    else {
      const { rows } = await client.query<{ isLeading: boolean }>('select pg_try_advisory_lock($1) as "isLeading"', [LEAD_LOCK])
      if (this.#client === client) this.#setLeading(rows[0]?.isLeading === true)
    }
    if (this.#client === client)
      this.#timer = setTimeout(() => void this.#ask(client).catch((fault: unknown) => this.#lose(client, fault)), ASK_EVERY_MS).unref()
  }

  #setLeading(isLeading: boolean): void {
    if (this.#isLeading === isLeading) return
    this.#isLeading = isLeading
    this.#watcher.onLeading(isLeading)
  }

  /** Whoever held the lead held it on this connection. */
  #lose(client: pg.Client, fault: unknown): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = undefined
    clearTimeout(this.#timer)
    this.#setLeading(false)
    this.#watcher.onFault?.(fault)
    client.end().catch(() => undefined)
    this.#reconnect(0)
  }

  #reconnect(waitMs: number): void {
    this.#timer = setTimeout(() => {
      void this.connect().catch(() => this.#reconnect(Math.min(RETRY_MS.longest, Math.max(RETRY_MS.first, waitMs * 2))))
    }, waitMs).unref()
  }
}
