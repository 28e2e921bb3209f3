/** Waiting until somebody waits. */
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { engineOf } from '#db/engine.ts'
import type { Context } from '#platform/contract/context.ts'

/** Returns when a query of this site waits for a row that another transaction holds. SQLite has one connection, where one query stands behind the other. */
export async function untilLocked({ db, site }: Pick<Context, 'db' | 'site'>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%site_${site.id}%`}`
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), 60_000)
}
