/** An update of the tables while processes of an older version serve: those would answer 404 and 500 from then on. */
import { setTimeout } from 'node:timers/promises'
import { countPendingMigrations } from '#db/open-site.ts'
import type { Engine } from '#db/engine.ts'
import type { Config } from '#platform/config/config.ts'
import { formatCount } from '#wording/counts.ts'

const PROCESSES = { one: 'process', other: 'processes' }
const CHECK_EVERY_MS = 250
/** The exit code of a process whose program is older than the schema: a worker that is started again would end the same way. */
export const NEWER_SCHEMA_EXIT_CODE = 78

/**
 * Waits while processes of an older version are connected, if there is something to migrate. They may be about to stop.
 * @throws Error that says what to do; nothing is changed
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
        `An older version still serves this database (${formatCount(count, PROCESSES)}), and this version changes its tables. Stop the older version first, or set MIGRATE_WHILE_OTHERS_RUN=true: it then ends itself when the tables are changed. Nothing was changed.`,
      )
    await setTimeout(CHECK_EVERY_MS)
  }
}

export const NEWER_SCHEMA_MESSAGE =
  'A newer version has changed the tables of the database, so this process ends. Start the newer version here as well.'
