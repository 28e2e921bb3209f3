/** Compares the CPU time of uncached pages on a site with a million replies to a site of a hundredth of its size, on both engines. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { fillLargeSite, type Sizes } from './large-site.ts'
import { measureCpuPerRequest, waitUntilIdle } from './load.ts'
import { printLine, checkMetric, median } from './statistics.ts'

const LARGE_SIZES: Sizes = {
  articles: 20_000,
  products: 20_000,
  topics: 200_000,
  replies: 1_000_000,
  reviews: 200_000,
  users: 20_000,
  enquiries: 0,
  words: 300,
}
const SIZE_RATIO = 100
const SMALL_SIZES: Sizes = {
  articles: LARGE_SIZES.articles / SIZE_RATIO,
  products: LARGE_SIZES.products / SIZE_RATIO,
  topics: LARGE_SIZES.topics / SIZE_RATIO,
  replies: (LARGE_SIZES.replies ?? 0) / SIZE_RATIO,
  reviews: LARGE_SIZES.reviews / SIZE_RATIO,
  users: LARGE_SIZES.users / SIZE_RATIO,
  enquiries: 0,
  words: LARGE_SIZES.words,
}
const PAGES = {
  home: '/',
  articles: '/articles',
  article: '/articles/bench-17',
  products: '/products',
  product: '/products/bench-17?tab=reviews',
  forum: '/forum',
  topic: '/forum/117',
  category: '/category/solar-panels',
  member: '/user/17',
}
const ROUNDS = 3
/** Number of requests per round; enough for the resolution of CPU times, which is 10 ms. */
const REQUESTS_PER_ROUND = 150
const UNCACHED_HEADERS = { cookie: 'fresh=1' }
const MAX_RATIO = 1.3

export async function benchMillion(): Promise<void> {
  await compareSizes('SQLite', {}, {})
  const [large, small] = [await startPostgres({ durable: true }), await startPostgres({ durable: true })]
  try {
    await compareSizes('PostgreSQL', { DATABASE_URL: large.url }, { DATABASE_URL: small.url })
  } finally {
    await Promise.all([large.stop(), small.stop()])
  }
}

async function compareSizes(engine: string, largeDatabase: Record<string, string>, smallDatabase: Record<string, string>): Promise<void> {
  const servers: RunningServer[] = []
  try {
    const large = await startFilledServer(engine, LARGE_SIZES, largeDatabase)
    servers.push(large)
    const small = await startFilledServer(engine, SMALL_SIZES, smallDatabase)
    servers.push(small)
    // All pages are requested once before, as otherwise the first page would include the compilation of shared code.
    for (const path of Object.values(PAGES))
      for (const server of [large, small])
        await measureCpuPerRequest(server.process.pid ?? 0, server.url + path, REQUESTS_PER_ROUND, UNCACHED_HEADERS)
    for (const [name, path] of Object.entries(PAGES)) {
      const cpuMs: Record<'large' | 'small', number[]> = { large: [], small: [] }
      for (let round = 0; round < ROUNDS; round++)
        for (const [size, server] of [['large', large] as const, ['small', small] as const])
          cpuMs[size].push(await measureCpuPerRequest(server.process.pid ?? 0, server.url + path, REQUESTS_PER_ROUND, UNCACHED_HEADERS))
      const [largeMs, smallMs] = [median(cpuMs.large), median(cpuMs.small)]
      const [largeLatencyMs, smallLatencyMs] = [await measureLatencyMs(large.url + path), await measureLatencyMs(small.url + path)]
      checkMetric(
        `${engine}, ${name} of the large site, times the small one's CPU`,
        largeMs / smallMs,
        { atMost: MAX_RATIO },
        {
          against: `${largeMs.toFixed(2)} and ${smallMs.toFixed(2)} ms; latency ${largeLatencyMs.toFixed(1)} and ${smallLatencyMs.toFixed(1)} ms`,
        },
      )
    }
  } finally {
    for (const server of servers) {
      await server.stop()
      removeData(server.dataDir)
    }
  }
}

async function startFilledServer(engine: string, sizes: Sizes, database: Record<string, string>): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-million-'))
  const startedAt = performance.now()
  const engineOfSite = await openEngine({ dataDir, databaseUrl: database['DATABASE_URL'] })
  const site = await openFilledSite(engineOfSite, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db, sizes)
  // Skips search indexing, which `search-large` measures and which would take a quarter of an hour here.
  await site.db.deleteFrom('search_changes').execute()
  // Autovacuum would have done this while the site grew.
  if (database['DATABASE_URL']) await sql`vacuum analyze`.execute(site.db)
  await site.db.destroy()
  await engineOfSite.close()
  printLine(
    `${engine}: seconds to fill a site with ${(sizes.replies ?? 0).toLocaleString('en-GB')} replies`,
    ((performance.now() - startedAt) / 1000).toFixed(0),
  )
  const server = await startServer({ LOG_LEVEL: 'error', DATA_DIR: dataDir, ...database })
  await waitUntilIdle(server.process.pid ?? 0)
  return server
}

/** Measures the median latency in milliseconds. On PostgreSQL, it includes the CPU time of the database server. */
async function measureLatencyMs(url: string): Promise<number> {
  const durations: number[] = []
  for (let index = 0; index < 15; index++) {
    const start = performance.now()
    const response = await fetch(url, { headers: UNCACHED_HEADERS })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} failed with ${response.status}`)
    durations.push(performance.now() - start)
  }
  return median(durations)
}
