/** Concurrent clients that write different kinds of content and record what was acknowledged. */
import type { SiteDatabase } from '#db/tables.ts'
import { forAnyTable } from '#db/any-table.ts'

const WRITERS = 4

interface SavedValue {
  table: string
  column: string
  value: string
}

/** Kinds of writes, used in rotation; replies are written to an acknowledged topic. */
type Kind = (name: string, topic: number | undefined) => { path: string; body: object; saved: SavedValue }
const KINDS: readonly Kind[] = [
  (name) => ({
    path: '/api/forums',
    body: { title: `Topic ${name}`, content: 'Words', categoryId: 1 },
    saved: { table: 'topics', column: 'title', value: `Topic ${name}` },
  }),
  (name, topic) => ({
    path: '/api/forum-replies',
    body: { content: `Reply ${name}`, forumId: topic ?? 1 },
    saved: { table: 'replies', column: 'content', value: `Reply ${name}` },
  }),
  (name) => ({
    path: '/api/newsletter',
    body: { email: `reader-${name}@example.org` },
    saved: { table: 'subscribers', column: 'email', value: `reader-${name}@example.org` },
  }),
  (name) => ({
    path: '/api/enquiries',
    body: { name: `Asker ${name}`, email: 'asker@example.org', phone: '01632 960001', address: '1 The Row', productId: 1 },
    saved: { table: 'enquiries', column: 'name', value: `Asker ${name}` },
  }),
]

let callers = 0
/** Returns the IP address of a new client, so that rate limits do not apply. */
export const newCaller = (): string => `10.${20 + (++callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`

export class MixedWrites {
  readonly acknowledged: SavedValue[] = []
  /** Number of responses by status; 0 means no response. */
  readonly statuses = new Map<number, number>()
  #topic: number | undefined
  #isOver = false
  #written = 0

  /** Writes until `stop()`. @param url called for each write, as a restarted server may have another port */
  start(url: () => string): { stop(): Promise<void> } {
    this.#isOver = false
    const writers = Array.from({ length: WRITERS }, (_, writer) => this.#write(url, writer))
    return {
      stop: async () => {
        this.#isOver = true
        await Promise.all(writers)
      },
    }
  }

  /** Waits until `count` more writes are acknowledged. @throws Error after `withinMs` */
  async untilMore(count: number, withinMs = 120_000): Promise<void> {
    const target = this.acknowledged.length + count
    for (const deadline = Date.now() + withinMs; this.acknowledged.length < target;) {
      if (Date.now() > deadline)
        throw new Error(`Only ${this.acknowledged.length} of ${target} writes were acknowledged. ${this.describe()}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** Statuses that no outage of a machine or database explains. */
  get unexpected(): number[] {
    return [...this.statuses.keys()].filter((status) => ![0, 201, 200, 429, 503, 507].includes(status))
  }

  describe(): string {
    return [...this.statuses].map(([status, times]) => `${status || 'no response'}: ${times}`).join(', ')
  }

  /** @returns acknowledged values that are missing in the database */
  async findLost(db: SiteDatabase): Promise<string[]> {
    const lost: string[] = []
    for (const [table, saved = []] of Object.entries(Object.groupBy(this.acknowledged, (one) => one.table))) {
      const column = saved[0]?.column ?? ''
      const rows = await forAnyTable(db).selectFrom(table).select(column).execute()
      const stored = new Set(rows.map((row) => String(row[column])))
      lost.push(...saved.filter(({ value }) => !stored.has(value)).map(({ value }) => value))
    }
    return lost
  }

  async #write(url: () => string, writer: number): Promise<void> {
    while (!this.#isOver) {
      const n = this.#written++
      const { path, body, saved } = (KINDS[n % KINDS.length] ?? KINDS[0])!(`${writer}-${n}-${Date.now()}`, this.#topic)
      const status = await this.#post(url() + path, body, saved)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      // Do not flood an unavailable server.
      if (status === 0 || status === 503) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async #post(url: string, body: object, saved: SavedValue): Promise<number> {
    try {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': newCaller() }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) })
      const text = await response.text()
      if (response.ok) {
        this.acknowledged.push(saved)
        if (saved.table === 'topics') this.#topic = (JSON.parse(text) as { id: number }).id
      }
      return response.status
    } catch {
      return 0
    }
  }
}

/** Finds partial writes: topics whose reply count differs from the number of their replies. */
export async function findPartialWrites(db: SiteDatabase): Promise<string[]> {
  const topics = await db
    .selectFrom('topics')
    .select((eb) => [
      'id',
      'reply_count as counted',
      eb
        .selectFrom('replies')
        .whereRef('replies.topic_id', '=', 'topics.id')
        .where('replies.status', '=', 'visible')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .as('actual'),
    ])
    .execute()
  return topics
    .filter(({ counted, actual }) => counted !== actual)
    .map(({ id, counted, actual }) => `topic ${id} counts ${counted} of ${actual} replies`)
}
