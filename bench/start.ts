/** Measures the build time, and the time from the start of the process to the first response with status 200. */
import { removeData, startServer } from '#tests/support/running-server.ts'
import { join } from 'node:path'
import { buildPages } from '#app/build/build-pages.ts'
import { checkMetric, median } from './statistics.ts'

const ROUNDS = 5

export async function benchStart(): Promise<void> {
  const buildStartedAt = performance.now()
  await buildPages(join(import.meta.dirname, '..'))
  checkMetric('the build, seconds', (performance.now() - buildStartedAt) / 1000, { atMost: 20 }, { digits: 1 })
  const startedAt = performance.now()
  const firstServer = await startServer()
  checkMetric('first start, with demo content, ms', performance.now() - startedAt, { atMost: 3000 }, { digits: 0 })
  await firstServer.stop()
  const startDurations: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const server = await startServer({ DATA_DIR: firstServer.dataDir })
    const { status } = await fetch(server.url)
    if (status !== 200) throw new Error(`The home page failed with ${status}.`)
    startDurations.push(performance.now() - start)
    await server.stop()
  }
  removeData(firstServer.dataDir)
  checkMetric('later start to the first 200, ms (median of 5)', median(startDurations), { atMost: 1500 }, { digits: 0 })
}
