/** People who write all kinds of things at once, and remember what they were told is saved. */
import type { SiteDatabase } from '#db/tables.ts'
import { forAnyTable } from '#db/any-table.ts'

const WRITERS = 4

interface Saved {
  table: string
  column: string
  value: string
}

/** One of each kind in turn; a reply is written to a topic that was acknowledged. */
type Kind = (name: string, topic: number | undefined) => { path: string; body: object; saved: Saved }
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
/** Somebody who has not asked before, so that no limit is met by chance. */
export const newCaller = (): string => `10.${20 + (++callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`

export class MixedWrites {
  readonly acknowledged: Saved[] = []
  /** How often each status was answered; 0 is no answer. */
  readonly statuses = new Map<number, number>()
  #topic: number | undefined
  #isOver = false
  #written = 0

  /** Writes until `stop`. @param url asked anew each time: a server that was started again may be elsewhere */
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

  /** @returns when so many more were acknowledged */
  async untilMore(count: number, withinMs = 120_000): Promise<void> {
    const enough = this.acknowledged.length + count
    for (const deadline = Date.now() + withinMs; this.acknowledged.length < enough;) {
      if (Date.now() > deadline) throw new Error(`Only ${this.acknowledged.length} of ${enough} writes were taken. ${this.describe()}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }

  /** Answers that no fault of a machine or a database is a reason for. */
  get unexpected(): number[] {
    return [...this.statuses.keys()].filter((status) => ![0, 201, 200, 429, 503, 507].includes(status))
  }

  describe(): string {
    return [...this.statuses].map(([status, times]) => `${status || 'no answer'}: ${times}`).join(', ')
  }

  /** @returns what was acknowledged and is not there */
  async findLost(db: SiteDatabase): Promise<string[]> {
    const lost: string[] = []
    for (const [table, saved = []] of Object.entries(Object.groupBy(this.acknowledged, (one) => one.table))) {
      const column = saved[0]?.column ?? ''
      const rows = await forAnyTable(db).selectFrom(table).select(column).execute()
      const there = new Set(rows.map((row) => String(row[column])))
      lost.push(...saved.filter(({ value }) => !there.has(value)).map(({ value }) => value))
    }
    return lost
  }

  async #write(url: () => string, writer: number): Promise<void> {
    while (!this.#isOver) {
      const at = this.#written++
      const { path, body, saved } = (KINDS[at % KINDS.length] ?? KINDS[0])!(`${writer}-${at}-${Date.now()}`, this.#topic)
      const status = await this.#post(url() + path, body, saved)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      // Nobody asks a server that is away as fast as they can.
      if (status === 0 || status === 503) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async #post(url: string, body: object, saved: Saved): Promise<number> {
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

/** What no write may leave behind: a topic that counts other replies than it has, a total that is not the sum of its entries. */
export async function findHalves(db: SiteDatabase): Promise<string[]> {
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
        .as('there'),
    ])
    .execute()
  return topics
    .filter(({ counted, there }) => counted !== there)
    .map(({ id, counted, there }) => `topic ${id} counts ${counted} of ${there} replies`)
}
