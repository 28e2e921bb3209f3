/**
 * Tracks which program versions are connected to a PostgreSQL database. Each process holds a shared advisory lock with the schema level
 * that it knows; the level of the database is a sequence, which every process reads once a second. A schema level is a migration number.
 */
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { loadMigrations } from '#db/open-site.ts'
import type { Tables } from '#db/tables.ts'

/** First key of a two-key advisory lock; the second is the level. No other program on the server may use it. */
const PRESENCE_LOCK = 72_057
export const SCHEMA_LEVEL_SEQUENCE = 'netzero_schema_level'

/** Returns the number of this program's last migration: 43 for `0043_noted_columns` */
export async function findOwnSchemaLevel(): Promise<number> {
  return Number.parseInt((await loadMigrations()).at(-1)?.[0] ?? '0', 10)
}

/** Acquires the shared lock of a level, until the connection ends. */
export async function announceSchemaLevel(client: pg.Client, level: number): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [PRESENCE_LOCK, level])
}

/**
 * Counts connected processes with a lower schema level. Processes without the lock (versions before it existed) count as level 0.
 * @param applicationName `application_name` of the processes' listening connections
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
