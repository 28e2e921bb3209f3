/** Kills the process during writes: every acknowledged write must be stored, and no partial ones. */
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { findPartialWrites, MixedWrites } from './mixed-writes.ts'
import { readStored, toEnv, type FaultRow, type Scenario } from './scenario.ts'

const SHORT_ROUNDS = 3
const LONG_ROUNDS = 100
/** Acknowledged writes in each round before the kill. */
const WRITES = 20
const MAX_DELAY_MS = 60

export const suddenEnds: Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((engine) => ({
  name: 'kill -9 during mixed writes',
  engine,
  async run({ isShort, postgres }): Promise<FaultRow> {
    const rounds = isShort ? SHORT_ROUNDS : LONG_ROUNDS
    const server = engine === 'PostgreSQL' ? postgres : undefined
    const env = { CONTENT: 'demo', TRUST_PROXY: 'true', ...toEnv(server) }
    const writes = new MixedWrites()
    const problems: string[] = []
    let running: RunningServer | undefined
    const startedAt = Date.now()
    for (let round = 0; round < rounds; round++) {
      running = await startServer({ ...env, ...(running ? { DATA_DIR: running.dataDir } : {}) })
      const { url } = running
      const writing = writes.start(() => url)
      await writes.untilMore(WRITES)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MAX_DELAY_MS))
      await running.kill()
      await writing.stop()
    }
    const dataDir = running?.dataDir ?? ''
    const lost = await readStored(dataDir, server, async (db) => {
      problems.push(...(await findPartialWrites(db)))
      return writes.findLost(db)
    })
    removeData(dataDir)
    problems.push(...lost.slice(0, 10).map((one) => `lost: ${one}`), ...writes.unexpected.map((status) => `answered ${status}`))
    const note = `${((Date.now() - startedAt) / rounds / 1000).toFixed(1)} s per round; ${writes.describe()}`
    return { engine, name: this.name, rounds, acknowledged: writes.acknowledged.length, lost: lost.length, problems, note }
  },
}))
