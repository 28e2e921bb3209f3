/** Helpers for tests of row locks. */
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { engineOf } from '#db/engine.ts'
import type { Context } from '#platform/contract/context.ts'

/** Waits until a query of this site is blocked by another transaction's row lock. Not needed on SQLite, which has one connection. */
export async function untilLocked({ db, site }: Pick<Context, 'db' | 'site'>): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const lockWaitQuery = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%site_${site.id}%`}`
  await vi.waitFor(async () => expect((await lockWaitQuery.execute(db)).rows).toHaveLength(1), 60_000)
}
