/** What a site has stored, told by a number for each table: whether a call has written anything costs one question where it has not. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { features } from '#app/features.ts'
import { forAnyTable } from '#db/any-table.ts'
import { engineOf } from '#db/engine.ts'
import type { Site } from '#platform/context.ts'
import { collectTables } from '#platform/feature.ts'

const TABLES: readonly string[] = collectTables(features).map(({ name }) => name)

/** That somebody was here is noted now and then, whatever they ask for. */
const NOTED_WITH_ANY_CALL: Partial<Record<string, readonly string[]>> = { sessions: ['last_seen_at', 'expires_at'] }

export class StoredState {
  readonly #site: Site
  #writes: unknown
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
    const { db, id } = this.#site
    if (engineOf(db) === 'postgres') {
      const each = TABLES.map(
        (name) => sql`select ${name} as name,
          count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - ${NOTED_WITH_ANY_CALL[name] ?? []}::text[])::text, 0)), 0) as sum
          from ${sql.table(`site_${id}.${name}`)} as t`,
      )
      const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(db)
      return new Map(rows.map(({ name, sum }) => [name, sum]))
    }
    const sums = new Map<string, string>()
    for (const name of TABLES) {
      const rows = await forAnyTable(db).selectFrom(name).selectAll().execute()
      const noted = new Set(NOTED_WITH_ANY_CALL[name])
      const text = JSON.stringify(rows, (column, value: unknown) => (noted.has(column) ? undefined : value))
      sums.set(name, `${rows.length} ${createHash('sha1').update(text).digest('hex')}`)
    }
    return sums
  }
}
