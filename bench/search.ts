/**
 * Measures search quality on both engines (`npm run bench -- search`), and search latency on a large site (`search-large`;
 * SEARCH_SCALE=0.1 uses a tenth of its size).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '#app/features.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'
import { findSearchResults } from '#features/search/search.service.ts'
import { suggest } from '#features/search/suggestions.service.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { fillLargeSite } from './large-site.ts'
import { judge, readJudgedQueries, computeReciprocalRank, computeSuccessAt3, type JudgedResult } from './search-quality.ts'
import { printLine, checkMetric, median, percentile } from './statistics.ts'

const allFeatures = () => features
const log = { info() {}, warn() {}, error() {} }
const createContext = (site: Site): Context => ({ site, db: site.db, viewer: null, log })

async function onBothEngines(work: (engine: Engine, dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-search-'))
  const sqlite = openSqlite(dataDir)
  try {
    await work(sqlite, dataDir)
  } finally {
    await sqlite.close()
  }
  const server = await startPostgres()
  const postgres = await openPostgres(server.url)
  try {
    await work(postgres, dataDir)
  } finally {
    await postgres.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`

function printQuality(name: string, results: readonly JudgedResult[], targetPercent?: number): void {
  const against = `mean reciprocal rank ${computeReciprocalRank(results).toFixed(3)}, ${results.length} queries`
  if (targetPercent === undefined) printLine(name, formatPercent(computeSuccessAt3(results)), against)
  else checkMetric(name, computeSuccessAt3(results) * 100, { atLeast: targetPercent }, { digits: 1, unit: '%', against })
}

export async function benchSearch(): Promise<void> {
  const queries = readJudgedQueries()
  await onBothEngines(async (engine, dataDir) => {
    const site = await openFilledSite(engine, 'main', { content: 'demo', dataDir })
    const ctx = createContext(site)
    await indexChanges(ctx, collectSources(allFeatures))
    const find = async (q: string) => (await findSearchResults(ctx, allFeatures, { q, page: 1, perPage: 10 })).results.map(({ url }) => url)
    const results = await judge(queries, find)
    console.log(`\n${engine.name}: success@3, a relevant page among the first three results`)
    printQuality(`${engine.name}, all queries`, results, 92)
    printQuality(
      'tuning set',
      results.filter(({ isTuned }) => isTuned),
    )
    printQuality(
      'test set',
      results.filter(({ isTuned }) => !isTuned),
    )
    for (const [kind, resultsOfKind] of Map.groupBy(results, (result) => result.kind))
      printQuality(`${engine.name}, ${kind}`, resultsOfKind, 85)
    for (const { query, kind, rank, found } of results)
      if (rank > 3)
        console.log(`  missed: ${kind}: ${query} (${rank === Infinity ? 'not found' : rank}), found ${found.slice(0, 3).join(' ')}`)
    await site.db.destroy()
  })
}

const LARGE_SIZES = {
  articles: 20_000,
  products: 20_000,
  topics: 200_000,
  replies: 1_000_000,
  reviews: 0,
  users: 5_000,
  enquiries: 0,
  words: 300,
}
const QUERIES = [
  'solar panel',
  'battery',
  'heat pump noise',
  'how do I charge an electric car without a driveway',
  'baterry warrenty',
  'needle777',
  'heatpump tariff',
  'roof shade winter',
  'cheap evening storage',
  'insulation loft draught',
  'what does a kilowatt hour of export earn in summer',
  'EV charger cable',
  'ASHP boiler',
  'street car van bike',
  'panel',
  'inverter cable socket quote',
]
const PREFIXES = ['so', 'sol', 'solar pa', 'heat', 'heat pu', 'batt', 'win', 'char', 'export ra', 'b', 'ne', 'insul']
const RUNS_PER_QUERY = 8

export async function benchLargeSearch(): Promise<void> {
  const scale = Number(process.env['SEARCH_SCALE'] ?? 1)
  const sizes = { ...LARGE_SIZES }
  for (const key of ['articles', 'products', 'topics', 'replies'] as const) sizes[key] = Math.round(LARGE_SIZES[key] * scale)
  await onBothEngines(async (engine, dataDir) => {
    const site = await openFilledSite(engine, 'main', { content: 'empty', dataDir })
    const ctx = createContext(site)
    await fillLargeSite(site.db, sizes)
    const sizeBefore = await engine.sizeOf('main')
    const startedAt = performance.now()
    await indexChanges(ctx, collectSources(allFeatures))
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `\n${engine.name}: ${Object.entries(sizes)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    )
    printLine('index', `${seconds.toFixed(0)} s`, `${(((await engine.sizeOf('main')) - sizeBefore) / 2 ** 20).toFixed(0)} MB more`)
    const searchMs = await measureDurations(QUERIES, (q) => findSearchResults(ctx, allFeatures, { q, page: 1, perPage: 20 }))
    checkMetric(`${engine.name}, a search of the large site`, median(searchMs), { atMost: 30 }, { digits: 1, unit: 'ms' })
    checkMetric(`${engine.name}, 95% of searches`, percentile(searchMs, 0.95), { atMost: 80 }, { digits: 1, unit: 'ms' })
    const suggestionMs = await measureDurations(PREFIXES, (q) => suggest(ctx, allFeatures, q))
    checkMetric(`${engine.name}, suggestions`, median(suggestionMs), { atMost: 50 }, { digits: 1, unit: 'ms' })
    await site.db.destroy()
  })
}

/** Runs each query several times. @returns all durations in milliseconds */
async function measureDurations(queries: readonly string[], run: (q: string) => Promise<unknown>): Promise<number[]> {
  const allDurations: number[] = []
  for (const q of queries) {
    const durations: number[] = []
    for (let index = 0; index < RUNS_PER_QUERY; index += 1) {
      const start = performance.now()
      await run(q)
      durations.push(performance.now() - start)
    }
    allDurations.push(...durations)
    printLine(`  ${q}`, `${median(durations).toFixed(1)} ms`, `95%: ${percentile(durations, 0.95).toFixed(1)}`)
  }
  return allDurations
}
