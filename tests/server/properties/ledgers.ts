/** Checks denormalised counters and sums, which must match their rows after every write. */
import pg from 'pg'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { World } from './world.ts'

/** Queries for rows whose stored number differs from their ledger. The placeholder `$site` is the site's schema. */
const LEDGERS: Readonly<Record<string, string>> = {
  'users.reputation_points = point_entries': `select id from $site.users u where id <> ${GUEST_ID} and reputation_points <>
    greatest(0, (select coalesce(sum(points), 0) from $site.point_entries e where e.user_id = u.id))`,
  'topics.reply_count = replies': `select id from $site.topics t where reply_count <>
    (select count(*) from $site.replies r where r.topic_id = t.id and r.status = 'visible')`,
  'products.review_count = reviews': `select id from $site.products p where review_count <>
    (select count(*) from $site.reviews r where r.product_id = p.id)`,
  'products.rating_sum = reviews': `select id from $site.products p where rating_sum <>
    (select coalesce(sum(rating), 0) from $site.reviews r where r.product_id = p.id)`,
  ...votesOf('topics', 'topic'),
  ...votesOf('replies', 'reply'),
  ...votesOf('reviews', 'review'),
  'old_slugs name no present slug': `select 0 as id from $site.old_slugs o join $site.articles a on a.slug = o.slug where o.kind = 'article'`,
}

function votesOf(table: string, subject: string): Record<string, string> {
  const count = (value: number) =>
    `(select count(*) from $site.votes v where v.subject_type = '${subject}' and v.subject_id = s.id and v.value = ${value})`
  return {
    [`${table}.upvotes = votes`]: `select id from $site.${table} s where upvotes <> ${count(1)}`,
    [`${table}.downvotes = votes`]: `select id from $site.${table} s where downvotes <> ${count(-1)}`,
  }
}

/** Runs the queries on its own connection, because the site's connections scan each statement for the rows that it depends on. */
export class Ledgers {
  readonly #client: pg.Client
  readonly #schema: string
  private constructor(client: pg.Client, schema: string) {
    this.#client = client
    this.#schema = schema
  }

  static async open(databaseUrl: string, { site }: World): Promise<Ledgers> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return new Ledgers(client, `"site_${site.id}"`)
  }

  /** @returns a line such as `topics.reply_count = replies: 7` for each row that differs from its ledger */
  async findDifferences(): Promise<string[]> {
    const queries = Object.entries(LEDGERS).map(
      ([name, query]) => `select '${name}' as ledger, id from (${query.replaceAll('$site', this.#schema)}) as found`,
    )
    const { rows } = await this.#client.query<{ ledger: string; id: number }>(queries.join(' union all '))
    return rows.map(({ ledger, id }) => `${ledger}: ${id}`)
  }

  /** @returns the row count of each table */
  async countRows(tables: readonly string[]): Promise<Map<string, number>> {
    const queries = tables.map((table) => `select '${table}' as name, count(*)::int as rows from ${this.#schema}."${table}"`)
    const { rows } = await this.#client.query<{ name: string; rows: number }>(queries.join(' union all '))
    return new Map(rows.map((row) => [row.name, row.rows]))
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
