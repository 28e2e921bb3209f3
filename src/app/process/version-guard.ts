/** Prevents migrations while processes of an older version serve the database, because these would then respond with 404 and 500. */
import { setTimeout } from 'node:timers/promises'
import { countPendingMigrations } from '#db/open-site.ts'
import type { Engine } from '#db/engine.ts'
import type { Config } from '#platform/config/config.ts'
import { formatCount } from '#wording/counts.ts'

const PROCESSES = { one: 'process', other: 'processes' }
const CHECK_INTERVAL_MS = 250
/** Exit code of a process that is older than the schema. Such a worker is not restarted, because it would exit again. */
export const NEWER_SCHEMA_EXIT_CODE = 78

/**
 * Waits, if migrations are pending, until no process of an older version is connected. Such a process may be about to stop.
 * @throws Error after `stopWithinMs`, before anything is changed
 */
export async function waitForOlderProcesses(
  engine: Pick<Engine, 'connect' | 'sizeOf' | 'countOlderProcesses'>,
  site: string,
  { migrateWhileOthersRun, stopWithinMs }: Pick<Config, 'migrateWhileOthersRun' | 'stopWithinMs'>,
): Promise<void> {
  if (migrateWhileOthersRun || !engine.countOlderProcesses || (await countPendingMigrations(engine, site)) === 0) return
  const deadline = Date.now() + stopWithinMs
  for (;;) {
    const count = await engine.countOlderProcesses()
    if (count === 0) return
    if (Date.now() >= deadline)
      throw new Error(
        `Database migration refused: an older version still serves this database (${formatCount(count, PROCESSES)}). Stop the older version first, or set MIGRATE_WHILE_OTHERS_RUN=true: it then shuts down once the database is migrated. Nothing was changed.`,
      )
    await setTimeout(CHECK_INTERVAL_MS)
  }
}

export const NEWER_SCHEMA_MESSAGE = 'Shutting down: a newer version has migrated the database. Start the newer version here as well.'
