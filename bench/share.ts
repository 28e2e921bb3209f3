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
const SET_BY_NODE = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])
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
      const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      const file = join(folder, 'page.html')
      writeFileSync(file, await answer.text())
      const raw = await startRaw(file)
      const dressed = await startRaw(file, Object.fromEntries([...answer.headers].filter(([header]) => !SET_BY_NODE.has(header))))
      for (const connections of CONNECTIONS) await compare(name, { own: url, raw: raw.url, dressed: dressed.url }, connections)
      raw.stop()
      dressed.stop()
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param urls where `raw` sends the bytes alone, `dressed` the page's headers as well: each costs both sides time */
async function compare(name: string, urls: { own: string; raw: string; dressed: string }, connections: number): Promise<void> {
  const shares: number[] = []
  const dressedShares: number[] = []
  const times: number[] = []
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const raw = await measure(urls.raw, connections)
    const own = await measure(urls.own, connections)
    const dressed = await measure(urls.dressed, connections)
    shares.push(own.perSecond / raw.perSecond)
    dressedShares.push(own.perSecond / dressed.perSecond)
    times.push(own.p99 / Math.max(raw.p99, 1))
    delays.push(own.p99)
  }
  judgeFigure(
    `${name} from the cache, ${connections} connections, share of raw`,
    median(shares),
    { atLeast: WANTED_SHARE },
    { against: `${median(dressedShares).toFixed(2)} of raw with the same headers` },
  )
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
