/**
 * Measures the throughput of cached pages as a share of that of a bare `node:http` server with the same bytes, alternately, with 20 and 100
 * connections.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { startRawServer, waitUntilIdle } from './load.ts'
import { checkMetric, median } from './statistics.ts'

const ROUNDS = 5
const ROUND_SECONDS = 2
const CONNECTION_COUNTS = [20, 100]
const PAGES = { home: '/', products: '/products' }
const HEADERS_SET_BY_NODE = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])
const MIN_SHARE = 0.9
const MAX_P99_RATIO = 2

export async function benchShare(): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error' })
  await waitUntilIdle(server.process.pid ?? 0)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const url = server.url + path
      for (let index = 0; index < 2; index += 1) await (await fetch(url)).text()
      // The page is requested without compression, so that both servers send the same bytes.
      const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
      const file = join(folder, 'page.html')
      writeFileSync(file, await response.text())
      const rawServer = await startRawServer(file)
      const rawServerWithHeaders = await startRawServer(
        file,
        Object.fromEntries([...response.headers].filter(([header]) => !HEADERS_SET_BY_NODE.has(header))),
      )
      for (const connections of CONNECTION_COUNTS)
        await compare(name, { page: url, raw: rawServer.url, withHeaders: rawServerWithHeaders.url }, connections)
      rawServer.stop()
      rawServerWithHeaders.stop()
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compares the servers. @param urls `raw` sends the body alone, `withHeaders` also the page's headers, which take time to send and parse */
async function compare(name: string, urls: { page: string; raw: string; withHeaders: string }, connections: number): Promise<void> {
  const shares: number[] = []
  const withHeadersShares: number[] = []
  const p99Ratios: number[] = []
  const p99Latencies: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const rawResult = await measure(urls.raw, connections)
    const pageResult = await measure(urls.page, connections)
    const withHeadersResult = await measure(urls.withHeaders, connections)
    shares.push(pageResult.perSecond / rawResult.perSecond)
    withHeadersShares.push(pageResult.perSecond / withHeadersResult.perSecond)
    p99Ratios.push(pageResult.p99 / Math.max(rawResult.p99, 1))
    p99Latencies.push(pageResult.p99)
  }
  checkMetric(
    `${name} from the cache, ${connections} connections, share of raw`,
    median(shares),
    { atLeast: MIN_SHARE },
    { against: `${median(withHeadersShares).toFixed(2)} of raw with the same headers` },
  )
  checkMetric(
    `${name} from the cache, ${connections} connections, p99 times raw's`,
    median(p99Ratios),
    { atMost: MAX_P99_RATIO },
    { digits: 1, against: `${median(p99Latencies).toFixed(0)} ms` },
  )
}

async function measure(url: string, connections: number): Promise<{ perSecond: number; p99: number }> {
  const result = await autocannon({ url, duration: ROUND_SECONDS, connections })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} failed responses, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
