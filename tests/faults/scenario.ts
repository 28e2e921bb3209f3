/** Types and helpers of fault injection scenarios. */
import { openSite } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase } from '#db/tables.ts'
import type { PostgresServer } from '#tests/support/postgres-server.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

export interface FaultRow {
  engine: EngineName
  name: string
  /** Number of injected faults. */
  rounds: number
  /** Acknowledged writes, and how many of them are lost. */
  acknowledged: number
  lost: number
  /** One line per problem. */
  problems: string[]
  note?: string
}
export interface FaultOptions {
  /** Few rounds, as in `npm test`. */
  isShort: boolean
  /** The run's own durable (fsync) server; set for scenarios on PostgreSQL. */
  postgres?: PostgresServer
}
export interface Scenario {
  name: string
  engine: EngineName
  /** Slow, or needs special programs or rights: runs only at night. */
  isLong?: boolean
  run(options: FaultOptions): Promise<FaultRow>
}

/** One key, as scenarios share the database server but not the data folder. */
const SECRET_KEY = crypto.randomUUID()

/** Environment variables for the database. */
export const toEnv = (postgres: PostgresServer | undefined): Record<string, string> =>
  postgres ? { DATABASE_URL: `${postgres.url}?sslmode=disable`, SECRET_KEY } : {}

/** Reads the main site's database while no server is running. */
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
