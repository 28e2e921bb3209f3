/** The process is ended without warning while people write: whatever was acknowledged is there, and nothing is there by half. */
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { findHalves, MixedWrites } from './mixed-writes.ts'
import { readStored, toEnv, type FaultRow, type Scenario } from './scenario.ts'

const SHORT_ROUNDS = 3
const LONG_ROUNDS = 100
/** In each round, before the end. */
const WRITES = 20
const MOMENT_MS = 60

export const suddenEnds: Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((engine) => ({
  name: 'kill -9 in mixed writes',
  engine,
  async run({ isShort, postgres }): Promise<FaultRow> {
    const rounds = isShort ? SHORT_ROUNDS : LONG_ROUNDS
    const server = engine === 'PostgreSQL' ? postgres : undefined
    const env = { CONTENT: 'demo', TRUST_PROXY: 'true', ...toEnv(server) }
    const writes = new MixedWrites()
    const faults: string[] = []
    let running: RunningServer | undefined
    const began = Date.now()
    for (let round = 0; round < rounds; round++) {
      running = await startServer({ ...env, ...(running ? { DATA_DIR: running.dataDir } : {}) })
      const { url } = running
      const writing = writes.start(() => url)
      await writes.untilMore(WRITES)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * MOMENT_MS))
      await running.kill()
      await writing.stop()
    }
    const dataDir = running?.dataDir ?? ''
    const lost = await readStored(dataDir, server, async (db) => {
      faults.push(...(await findHalves(db)))
      return writes.findLost(db)
    })
    removeData(dataDir)
    faults.push(...lost.slice(0, 10).map((one) => `lost: ${one}`), ...writes.unexpected.map((status) => `answered ${status}`))
    const note = `${((Date.now() - began) / rounds / 1000).toFixed(1)} s a round; ${writes.describe()}`
    return { engine, name: this.name, rounds, acknowledged: writes.acknowledged.length, lost: lost.length, faults, note }
  },
}))
