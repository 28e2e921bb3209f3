/** Outages of the PostgreSQL server under load: restart, crash, no free connections. The server process must recover by itself. */
import pg from 'pg'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { findPartialWrites, MixedWrites } from './mixed-writes.ts'
import { readStored, toEnv, type FaultOptions, type FaultRow, type Scenario } from './scenario.ts'

const engine = 'PostgreSQL' as const
const SHORT_ROUNDS = 1
const LONG_ROUNDS = 10
/** Acknowledged writes before and after each outage. */
const WRITES = 20

/** @param harm causes an outage of the database server, and returns when it is over */
const underLoad = (name: string, isLong: boolean, harm: (options: Required<FaultOptions>) => Promise<void>): Scenario => ({
  name,
  engine,
  ...(isLong ? { isLong } : {}),
  async run(options): Promise<FaultRow> {
    const { postgres, isShort } = options
    if (!postgres) throw new Error('It needs its own PostgreSQL server.')
    const env = { CONTENT: 'demo', TRUST_PROXY: 'true', ...toEnv(postgres) }
    const server = await startServer(env)
    const writes = new MixedWrites()
    const problems: string[] = []
    const writing = writes.start(() => server.url)
    const count = isShort ? SHORT_ROUNDS : LONG_ROUNDS
    for (let round = 0; round < count; round++) {
      await writes.untilMore(WRITES)
      await harm({ isShort, postgres })
      await writes.untilMore(WRITES)
      const ready = await fetch(`${server.url}/readyz`)
      if (ready.status !== 200) problems.push(`/readyz answers ${ready.status} after the recovery`)
    }
    await writing.stop()
    if (server.process.exitCode !== null) problems.push(`the process has exited: ${server.output()}`)
    await server.stop()
    const lost = await readStored(server.dataDir, postgres, async (db) => {
      problems.push(...(await findPartialWrites(db)))
      return writes.findLost(db)
    })
    removeData(server.dataDir)
    problems.push(...lost.slice(0, 10).map((one) => `lost: ${one}`), ...writes.unexpected.map((status) => `answered ${status}`))
    return { engine, name, rounds: count, acknowledged: writes.acknowledged.length, lost: lost.length, problems, note: writes.describe() }
  },
})

const HOLDER = 'holder'
/** How long the site has no connection. */
const HELD_MS = 500

async function takeEveryConnection({ postgres }: Required<FaultOptions>): Promise<void> {
  const holders: pg.Client[] = []
  const others = `from pg_stat_activity where backend_type = 'client backend' and application_name <> '${HOLDER}'`
  try {
    for (;;) {
      const client = new pg.Client({ connectionString: postgres.url, application_name: HOLDER })
      client.on('error', () => undefined)
      const isIn = await client.connect().then(
        () => true,
        () => false,
      )
      if (isIn) {
        holders.push(client)
        continue
      }
      // Terminates the site's connections and takes their slots, until it has none.
      const left = await holders[0]?.query(`select pid, pg_terminate_backend(pid) ${others}`)
      if (left?.rowCount === 0) break
    }
    await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  } finally {
    await Promise.all(holders.map((client) => client.end().catch(() => undefined)))
  }
}

export const databaseEnds: Scenario[] = [
  underLoad('the database server is restarted', true, async ({ postgres }) => {
    await postgres.halt()
    await postgres.restart()
  }),
  underLoad('the database server is killed', false, async ({ postgres }) => {
    await postgres.kill()
    await postgres.restart()
  }),
  underLoad('every connection to the database server is taken', true, takeEveryConnection),
]
