/**
 * Processes of several versions on one PostgreSQL database. Each holds a shared advisory lock that names the level of the schema it knows, for
 * as long as it is connected; the level that the database has is a sequence, which every process reads once a second.
 */
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { loadMigrations } from '#db/open-site.ts'
import type { Tables } from '#db/tables.ts'

/** The first half of an advisory lock of two numbers; the second is the level. No other program on the server may use it. */
const PRESENCE_LOCK = 72_057
export const SCHEMA_LEVEL_SEQUENCE = 'netzero_schema_level'

/** @returns the number of the last migration that this program has: 43 for `0043_noted_columns` */
export async function findOwnSchemaLevel(): Promise<number> {
  return Number.parseInt((await loadMigrations()).at(-1)?.[0] ?? '0', 10)
}

/** Held until the connection ends. */
export async function announceSchemaLevel(client: pg.Client, level: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [PRESENCE_LOCK, level])
}

/**
 * Versions from before there was such a lock are found by the name of their connection.
 * @param applicationName of the connection on which each process listens
 */
export async function countProcessesBelow(root: Kysely<Tables>, level: number, applicationName: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity a
    left join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.classid = ${sql.lit(PRESENCE_LOCK)} and l.objsubid = 2
    where a.datname = current_database() and a.application_name = ${applicationName} and coalesce(l.objid::bigint, 0) < ${level}`.execute(
    root,
  )
  return rows[0]?.n ?? 0
}

export async function setSchemaLevel(root: Kysely<Tables>, level: number): Promise<void> {
  await sql`select setval(${sql.lit(`public.${SCHEMA_LEVEL_SEQUENCE}`)}::regclass, ${sql.lit(Math.max(1, level))})`.execute(root)
}
