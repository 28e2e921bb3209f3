/** One connection of a process that hears what all processes write, and on which it holds the right to do what only one must do. */
import pg from 'pg'
import type { ChangeWatch, ChangeWatcher } from '#db/changes/change-feed.ts'
import { ALL_CHANGES_COUNTER, CHANGE_COUNTER, CHANGE_CHANNEL, ReceivedNumbers, parseChange } from '#db/changes/change-message.ts'
import type { ChangeNotifier } from '#db/changes/change-notifier.ts'
import { announceSchemaLevel, SCHEMA_LEVEL_SEQUENCE } from './schema-presence.ts'

/** So often a silent connection is asked whether it is still there, and the lead whether it has become free. */
const ASK_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 5_000
const RETRY_MS = { first: 50, longest: 1_000 }
/** Any number, as long as nobody else's programs on the server use it. */
const LEAD_LOCK = 7_205_759_404

/** By this name an operator sees which connections these are. */
export const LISTENER_NAME = 'netzero changes'

/**
 * Begins to listen, and goes on until it is closed, through any loss of the connection.
 * @param url of the server itself: a pooler that gives connections away between transactions hears nothing
 * @param teller tells on the same connection while it is there
 * @param schemaLevel the level of the schema that this program knows
 * @throws the driver's error when the server cannot be reached now
 */
export async function watchPostgres(
  url: string,
  watcher: ChangeWatcher,
  teller: ChangeNotifier,
  schemaLevel: number,
): Promise<ChangeWatch> {
  const watch = new Watch(url, watcher, teller, schemaLevel)
  await watch.connect()
  return watch
}

class Watch implements ChangeWatch {
  readonly #url: string
  readonly #watcher: ChangeWatcher
  readonly #teller: ChangeNotifier
  readonly #heard = new Map<string, ReceivedNumbers>()
  #heardOfAll = new ReceivedNumbers(0)
  /** Where the counter of all stood when it was last looked at: by the next look everything up to there has been told. */
  #countBefore: number | undefined
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isLeading = false
  #isClosed = false
  #isOutdated = false
  readonly #schemaLevel: number

  constructor(url: string, watcher: ChangeWatcher, teller: ChangeNotifier, schemaLevel: number) {
    this.#schemaLevel = schemaLevel
    this.#url = url
    this.#watcher = watcher
    this.#teller = teller
  }

  /** Until it has come to its end there is no connection; one that is cut meanwhile fails here, and nowhere else begins another. */
  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      application_name: LISTENER_NAME,
    })
    client.on('notification', ({ payload }) => this.#hear(payload))
    // A connection that is cut off may say so twice, and a second time that nobody hears ends the process.
    client.on('error', (fault) => this.#lose(client, fault))
    client.once('end', () => this.#lose(client, new Error('The connection was closed.')))
    try {
      await client.connect()
      // First to listen, then to look: what is committed from now on is heard, and what was before is seen.
      await client.query(`listen ${CHANGE_CHANNEL}`)
      await announceSchemaLevel(client, this.#schemaLevel)
      await this.#compareCounters(client)
      const { isLeading, count, schemaLevel } = await askLeadAndCount(client, false)
      if (this.#isClosed) throw new Error('It was closed meanwhile.')
      this.#client = client
      this.#countBefore = count
      this.#setLeading(isLeading)
      this.#compareSchema(schemaLevel)
    } catch (fault) {
      // Also frees the lead, if it came so far. Nobody waits for the farewell: the other end may be gone.
      client.end().catch(() => undefined)
      throw fault
    }
    this.#teller.use((sql, values) => client.query(sql, values))
    this.#askSoon(client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    this.#teller.use(undefined)
    this.#setLeading(false)
    await client?.end().catch(() => undefined)
  }

  #hear(payload: string | undefined): void {
    const change = parseChange(payload)
    if (!change) return
    const heard = this.#heard.get(change.site) ?? new ReceivedNumbers(0)
    this.#heard.set(change.site, heard)
    for (const { ofSite, ofAll } of change.numbers) {
      heard.add(ofSite)
      this.#heardOfAll.add(ofAll)
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
    this.#heardOfAll = new ReceivedNumbers(Number(ofAll.rows[0]?.count ?? 0))
    const missed: string[] = []
    for (const { site, count } of rows) {
      const now = Number(count ?? 0)
      const before = this.#heard.get(site)
      if (before && !(before.covers(now) && before.isWithin(now))) missed.push(site)
      this.#heard.set(site, new ReceivedNumbers(now))
    }
    this.#watcher.onMissed(missed)
  }

  /** Also finds out that the other end is no longer there, and that a process ended between its commit and telling of it. */
  async #ask(client: pg.Client): Promise<void> {
    const { isLeading, count, schemaLevel } = await askLeadAndCount(client, this.#isLeading)
    if (this.#client !== client) return
    this.#compareSchema(schemaLevel)
    this.#setLeading(isLeading)
    if (this.#countBefore !== undefined && !this.#heardOfAll.covers(this.#countBefore)) await this.#compareCounters(client)
    this.#countBefore = count
    if (this.#client === client) this.#askSoon(client)
  }

  #askSoon(client: pg.Client): void {
    this.#timer = setTimeout(() => void this.#ask(client).catch((fault: unknown) => this.#lose(client, fault)), ASK_EVERY_MS).unref()
  }

  #compareSchema(level: number): void {
    if (level <= this.#schemaLevel || this.#isOutdated) return
    this.#isOutdated = true
    this.#watcher.onNewerSchema?.()
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
    this.#teller.use(undefined)
    clearTimeout(this.#timer)
    this.#setLeading(false)
    this.#watcher.onFault?.(fault)
    client.end().catch(() => undefined)
    this.#reconnect(0)
  }

  #reconnect(waitMs: number): void {
    this.#timer = setTimeout(() => {
      void this.connect().catch(() => this.#isClosed || this.#reconnect(Math.min(RETRY_MS.longest, Math.max(RETRY_MS.first, waitMs * 2))))
    }, waitMs).unref()
  }
}

/** @returns also how many changes of all sites there have been, and the level of the schema */
async function askLeadAndCount(client: pg.Client, isLeading: boolean): Promise<{ isLeading: boolean; count: number; schemaLevel: number }> {
  const lead = isLeading ? 'true' : `pg_try_advisory_lock(${LEAD_LOCK})`
  const { rows } = await client.query<{ isLeading: boolean; count: string | null; level: string | null }>(
    `select ${lead} as "isLeading", pg_sequence_last_value('public.${ALL_CHANGES_COUNTER}'::regclass) as count, pg_sequence_last_value('public.${SCHEMA_LEVEL_SEQUENCE}'::regclass) as level`,
  )
  return { isLeading: rows[0]?.isLeading === true, count: Number(rows[0]?.count ?? 0), schemaLevel: Number(rows[0]?.level ?? 0) }
}
