/** A cached page as a share of what a bare `node:http` server sends of the same bytes, taken in turns, with few and with many connections. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { startRaw, waitUntilIdle } from './load.ts'
import { judgeFigure, median } from './statistics.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = [20, 100]
const PAGES = { home: '/', products: '/products' }
const WANTED_SHARE = 0.9
const WANTED_TIMES_P99 = 2

export async function benchShare(): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error' })
  await waitUntilIdle(server.process.pid ?? 0)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const url = server.url + path
      for (let time = 0; time < 2; time += 1) await (await fetch(url)).text()
      // As it is sent to whoever says nothing of compression: both send these bytes.
      writeFileSync(join(folder, 'page.html'), await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).text())
      const raw = await startRaw(join(folder, 'page.html'))
      for (const connections of CONNECTIONS) await compare(name, { url, rawUrl: raw.url }, connections)
      raw.stop()
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compare(name: string, { url, rawUrl }: { url: string; rawUrl: string }, connections: number): Promise<void> {
  const shares: number[] = []
  const times: number[] = []
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measure(rawUrl, connections)
    const own = await measure(url, connections)
    shares.push(own.perSecond / bare.perSecond)
    times.push(own.p99 / Math.max(bare.p99, 1))
    delays.push(own.p99)
  }
  judgeFigure(`${name} from the cache, ${connections} connections, share of raw`, median(shares), { atLeast: WANTED_SHARE })
  judgeFigure(
    `${name} from the cache, ${connections} connections, p99 beside raw's`,
    median(times),
    { atMost: WANTED_TIMES_P99 },
    { digits: 1, against: `${median(delays).toFixed(0)} ms` },
  )
}

async function measure(url: string, connections: number): Promise<{ perSecond: number; p99: number }> {
  const result = await autocannon({ url, duration: SECONDS, connections })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
