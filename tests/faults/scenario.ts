/** What goes wrong, how often it was made to, and what came of it. */
import { openSite } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { PostgresServer } from '#tests/support/postgres-server.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

export interface FaultRow {
  engine: EngineName
  name: string
  /** How often it went wrong. */
  rounds: number
  /** Writes that were said to be saved, and those of them that are not there. */
  acknowledged: number
  lost: number
  /** One line each. */
  faults: string[]
  note?: string
}
export interface FaultOptions {
  /** In `npm test`. */
  isShort: boolean
  /** There for what is tried on PostgreSQL: a server of the run's own, whose writes wait for the disk. */
  postgres?: PostgresServer
}
export interface Scenario {
  name: string
  engine: EngineName
  /** Takes long, or needs what not every machine has: only by night. */
  isLong?: boolean
  run(options: FaultOptions): Promise<FaultRow>
}

/** The scenarios share one server, and each has a folder of its own. */
const SECRET_KEY = crypto.randomUUID()

/** For a server on this machine. */
export const toEnv = (postgres: PostgresServer | undefined): Record<string, string> =>
  postgres ? { DATABASE_URL: `${postgres.url}?sslmode=disable`, SECRET_KEY } : {}

/** The main site's data, while no server has them. */
export async function readStored<T>(
  dataDir: string,
  postgres: PostgresServer | undefined,
  read: (db: SiteDatabase) => Promise<T>,
): Promise<T> {
  const engine = postgres ? await openPostgres(postgres.url) : openSqlite(dataDir)
  const db = await openSite(engine, 'main')
  try {
    return await read(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}
