/** From starting the process to the first 200, on a data folder that exists. */
import { removeData, startServer } from '#tests/support/running-server.ts'
import { formatLine, median } from './statistics.ts'

const ROUNDS = 5

export async function benchStart(): Promise<void> {
  const began = performance.now()
  const first = await startServer()
  formatLine('first start, with demo content, ms', (performance.now() - began).toFixed(0))
  await first.stop()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const server = await startServer({ DATA_DIR: first.dataDir })
    const { status } = await fetch(server.url)
    if (status !== 200) throw new Error(`The home page answered ${status}.`)
    times.push(performance.now() - start)
    await server.stop()
  }
  removeData(first.dataDir)
  formatLine('later start to the first 200, ms (median of 5)', median(times).toFixed(0), 'at most 1500')
}
