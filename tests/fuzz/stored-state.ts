/** What a site has stored, told by a number for each table: whether a call has written anything costs one question where it has not. */
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { features } from '#app/features.ts'
import { forAnyTable } from '#db/any-table.ts'
import { engineOf } from '#db/engine.ts'
import type { Site } from '#platform/contract/context.ts'
import { collectTables } from '#platform/contract/feature.ts'

const TABLES: readonly string[] = collectTables(features).map(({ name }) => name)

/** That somebody was here is noted now and then, whatever they ask for. */
const NOTED_WITH_ANY_CALL: Partial<Record<string, readonly string[]>> = { sessions: ['last_seen_at', 'expires_at'] }

export class StoredState {
  readonly #site: Site
  #writes: unknown
  /** PostgreSQL's: how many rows each table has, and which transactions wrote them. */
  #versions: ReadonlyMap<string, string> = new Map<string, string>()
  #sums: ReadonlyMap<string, string> = new Map<string, string>()
  constructor(site: Site) {
    this.#site = site
  }

  /** @returns the tables that are not what they were when this was last asked */
  async findChanged(): Promise<string[]> {
    const writes = await this.#countWrites()
    if (writes === this.#writes) return []
    const before = this.#sums
    this.#sums = await this.#sumTables()
    this.#writes = await this.#countWrites()
    return TABLES.filter((table) => before.get(table) !== this.#sums.get(table))
  }

  /** Of the whole connection, or of the whole server: that it is the same says that nothing was written. */
  async #countWrites(): Promise<unknown> {
    const { db } = this.#site
    const asked =
      engineOf(db) === 'sqlite'
        ? sql<{ n: unknown }>`select total_changes() as n`
        : sql<{ n: unknown }>`select pg_snapshot_xmax(pg_current_snapshot())::text as n`
    return (await asked.execute(db)).rows[0]?.n
  }

  async #sumTables(): Promise<Map<string, string>> {
    const { db } = this.#site
    if (engineOf(db) === 'postgres') {
      const versions = await this.#ask(TABLES, () => sql`coalesce(sum(xmin::text::bigint), 0)`)
      const written = TABLES.filter((name) => versions.get(name) !== this.#versions.get(name))
      this.#versions = versions
      const texts = await this.#ask(written, (name) => {
        const noted = NOTED_WITH_ANY_CALL[name] ?? []
        return sql`coalesce(sum(hashtextextended((to_jsonb(t) - ${noted}::text[])::text, 0)), 0)`
      })
      return new Map([...this.#sums, ...texts])
    }
    const sums = new Map(this.#sums)
    for (const name of await this.#takeTouched()) {
      const rows = await forAnyTable(db).selectFrom(name).selectAll().execute()
      const noted = new Set(NOTED_WITH_ANY_CALL[name])
      const text = JSON.stringify(rows, (column, value: unknown) => (noted.has(column) ? undefined : value))
      sums.set(name, `${rows.length} ${createHash('sha1').update(text).digest('hex')}`)
    }
    return sums
  }

  /** SQLite's: which tables have been written to since this was last asked, by triggers of this connection alone; at first all. */
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
            -- An "or ignore" would give way to what the statement outside says of conflicts.
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
