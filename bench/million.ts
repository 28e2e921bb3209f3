/** CPU time of uncached pages on a site with a million replies, compared with a site of a hundredth of that size, on both engines. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEngine, openFilledSite } from '#app/sites/open-main-site.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { fillLargeSite, type Sizes } from './large-site.ts'
import { cpuPerRequest, waitUntilIdle } from './load.ts'
import { printLine, checkMetric, median } from './statistics.ts'

const LARGE: Sizes = {
  articles: 20_000,
  products: 20_000,
  topics: 200_000,
  replies: 1_000_000,
  reviews: 200_000,
  users: 20_000,
  enquiries: 0,
  words: 300,
}
const SMALLER = 100
const SMALL: Sizes = {
  articles: LARGE.articles / SMALLER,
  products: LARGE.products / SMALLER,
  topics: LARGE.topics / SMALLER,
  replies: (LARGE.replies ?? 0) / SMALLER,
  reviews: LARGE.reviews / SMALLER,
  users: LARGE.users / SMALLER,
  enquiries: 0,
  words: LARGE.words,
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
/** Enough for the resolution of CPU times, which is 10 ms. */
const REQUESTS = 150
const UNCACHED = { cookie: 'fresh=1' }
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

async function compareSizes(engine: string, atLarge: Record<string, string>, atSmall: Record<string, string>): Promise<void> {
  const servers: RunningServer[] = []
  try {
    const large = await startFilled(engine, LARGE, atLarge)
    servers.push(large)
    const small = await startFilled(engine, SMALL, atSmall)
    servers.push(small)
    // Warm-up: otherwise the first page would be charged for compiling shared code.
    for (const path of Object.values(PAGES))
      for (const server of [large, small]) await cpuPerRequest(server.process.pid ?? 0, server.url + path, REQUESTS, UNCACHED)
    for (const [name, path] of Object.entries(PAGES)) {
      const cpuMs: Record<'large' | 'small', number[]> = { large: [], small: [] }
      for (let round = 0; round < ROUNDS; round++)
        for (const [size, server] of [['large', large] as const, ['small', small] as const])
          cpuMs[size].push(await cpuPerRequest(server.process.pid ?? 0, server.url + path, REQUESTS, UNCACHED))
      const [largeMs, smallMs] = [median(cpuMs.large), median(cpuMs.small)]
      const [largeLatencyMs, smallLatencyMs] = [await latencyOf(large.url + path), await latencyOf(small.url + path)]
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

async function startFilled(engine: string, sizes: Sizes, database: Record<string, string>): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-million-'))
  const startedAt = performance.now()
  const opened = await openEngine({ dataDir, databaseUrl: database['DATABASE_URL'] })
  const site = await openFilledSite(opened, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db, sizes)
  // Skips search indexing, which `search-large` measures and which would take a quarter of an hour here.
  await site.db.deleteFrom('search_changes').execute()
  // As autovacuum would have done while the site grew.
  if (database['DATABASE_URL']) await sql`vacuum analyze`.execute(site.db)
  await site.db.destroy()
  await opened.close()
  printLine(
    `${engine}: seconds to fill a site with ${(sizes.replies ?? 0).toLocaleString('en-GB')} replies`,
    ((performance.now() - startedAt) / 1000).toFixed(0),
  )
  const server = await startServer({ LOG_LEVEL: 'error', DATA_DIR: dataDir, ...database })
  await waitUntilIdle(server.process.pid ?? 0)
  return server
}

/** Measures the median latency in milliseconds: on PostgreSQL most of the CPU time is that of the database server. */
async function latencyOf(url: string): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 15; at++) {
    const start = performance.now()
    const response = await fetch(url, { headers: UNCACHED })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url} failed with ${response.status}`)
    times.push(performance.now() - start)
  }
  return median(times)
}
