/** A PostgreSQL server: a site is one schema. Rows look exactly as they do from SQLite. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { assertSiteName, type Engine } from './engine.ts'
import { logTableUse } from './table-use.ts'
import type { Tables } from './tables.ts'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/**
 * Connects to a server.
 * @param url `postgres://user:password@host:port/database`; the user may create schemas and the trusted extension pg_trgm
 * @throws the driver's error when the server cannot be reached
 */
export async function openPostgres(url: string): Promise<Engine> {
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  const root = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: logTableUse })
  await sql`create extension if not exists pg_trgm with schema public`.execute(root).catch((fault: unknown) => {
    // Two processes may both see it missing; the one that comes second is told so by the unique index.
    if ((fault as { code?: string }).code !== '23505') throw fault
  })

  return {
    name: 'postgres',
    async connect(site) {
      assertSiteName(site)
      await root.schema.createSchema(`site_${site}`).ifNotExists().execute()
      return withoutDestroy(root.withSchema(`site_${site}`))
    },
    async drop(site) {
      assertSiteName(site)
      await root.schema.dropSchema(`site_${site}`).ifExists().cascade().execute()
    },
    async sizeOf(site) {
      assertSiteName(site)
      const { rows } = await sql<{ bytes: number }>`
        select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${`site_${site}`} and c.relkind = 'r'`.execute(root)
      return rows[0]?.bytes ?? 0
    },
    async close() {
      await root.destroy()
    },
  }
}

/** Sites share the pool: closing one site must not end the others. */
function withoutDestroy(db: Kysely<Tables>): Kysely<Tables> {
  return Object.assign(db, { destroy: async () => {} })
}
