/** Detects which tables a call has changed, by a checksum per table; when nothing was written it takes only one query. */
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { features } from '#app/features.ts'
import { forAnyTable } from '#db/any-table.ts'
import { engineOf } from '#db/engine.ts'
import type { Site } from '#platform/contract/context.ts'
import { collectTables } from '#platform/contract/feature.ts'

const TABLES: readonly string[] = collectTables(features).map(({ name }) => name)

/** Columns that any call may update. */
const IGNORED_COLUMNS: Partial<Record<string, readonly string[]>> = { sessions: ['last_seen_at', 'expires_at'] }

export class StoredState {
  readonly #site: Site
  #writes: unknown
  /** PostgreSQL: row count and sum of transaction ids of each table. */
  #versions: ReadonlyMap<string, string> = new Map<string, string>()
  #sums: ReadonlyMap<string, string> = new Map<string, string>()
  constructor(site: Site) {
    this.#site = site
  }

  /** @returns the tables that have changed since the last call */
  async findChanged(): Promise<string[]> {
    const writes = await this.#countWrites()
    if (writes === this.#writes) return []
    const before = this.#sums
    this.#sums = await this.#sumTables()
    this.#writes = await this.#countWrites()
    return TABLES.filter((table) => before.get(table) !== this.#sums.get(table))
  }

  /** Counter of all writes of the connection (SQLite) or server (PostgreSQL): unchanged means that nothing was written. */
  async #countWrites(): Promise<unknown> {
    const { db } = this.#site
    const query =
      engineOf(db) === 'sqlite'
        ? sql<{ n: unknown }>`select total_changes() as n`
        : sql<{ n: unknown }>`select pg_snapshot_xmax(pg_current_snapshot())::text as n`
    return (await query.execute(db)).rows[0]?.n
  }

  async #sumTables(): Promise<Map<string, string>> {
    const { db } = this.#site
    if (engineOf(db) === 'postgres') {
      const versions = await this.#ask(TABLES, () => sql`coalesce(sum(xmin::text::bigint), 0)`)
      const written = TABLES.filter((name) => versions.get(name) !== this.#versions.get(name))
      this.#versions = versions
      const texts = await this.#ask(written, (name) => {
        const ignored = IGNORED_COLUMNS[name] ?? []
        return sql`coalesce(sum(hashtextextended((to_jsonb(t) - ${ignored}::text[])::text, 0)), 0)`
      })
      return new Map([...this.#sums, ...texts])
    }
    const sums = new Map(this.#sums)
    for (const name of await this.#takeTouched()) {
      const rows = await forAnyTable(db).selectFrom(name).selectAll().execute()
      const ignored = new Set(IGNORED_COLUMNS[name])
      const text = JSON.stringify(rows, (column, value: unknown) => (ignored.has(column) ? undefined : value))
      sums.set(name, `${rows.length} ${createHash('sha1').update(text).digest('hex')}`)
    }
    return sums
  }

  /** SQLite: the tables written to since the last call, recorded by temporary triggers; all tables on the first call. */
  async #takeTouched(): Promise<readonly string[]> {
    const { db } = this.#site
    if (this.#sums.size > 0) {
      const { rows } = await sql<{ name: string }>`delete from temp.touched returning name`.execute(db)
      return rows.map(({ name }) => name)
    }
    await sql`create temp table touched (name text)`.execute(db)
    for (const table of TABLES)
      for (const write of ['insert', 'update', 'delete'])
        await sql`create temp trigger ${sql.ref(`touched_${table}_${write}`)} after ${sql.raw(write)} on main.${sql.ref(table)}
          begin
                        -- "or ignore" would be overridden by the conflict clause of the outer statement.
            insert into touched select ${sql.lit(table)} where not exists (select 1 from touched where name = ${sql.lit(table)});
          end`.execute(db)
    return TABLES
  }

  async #ask(tables: readonly string[], sum: (table: string) => RawBuilder<unknown>): Promise<Map<string, string>> {
    if (tables.length === 0) return new Map()
    const { db, id } = this.#site
    const each = tables.map(
      (name) => sql`select ${name} as name, count(*) || ' ' || ${sum(name)} as sum from ${sql.table(`site_${id}.${name}`)} as t`,
    )
    const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(db)
    return new Map(rows.map(({ name, sum }) => [name, sum]))
  }
}
