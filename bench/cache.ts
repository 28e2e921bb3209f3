/** Measures the hit rate of the response cache while the site is written to: topics and products, with a realistic distribution of reads. */
import { mkdtempSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { fillLargeSite, PUBLIC_SIZES } from './large-site.ts'
import { signInAsAdministrator } from './lists.ts'
import { waitUntilIdle } from './load.ts'
import { printLine, checkMetric } from './statistics.ts'

const SIZES = { ...PUBLIC_SIZES, topics: 10_000, products: 2_000, articles: 200, reviews: 20_000 }
/** Exponent of Zipf's law. With 1, the n-th page is read 1/n as often as the first. */
const ZIPF_EXPONENT = 1
/**
 * Number of reads that fill the cache as on a site that has run for a while. After only 60,000 reads of 12,000 pages, one read in 20 is
 * still the first of its page.
 */
const WARM_UP_READS = 240_000
const MEASURED_READS = 20_000
const READER_COUNT = 16
const BROWSER_HEADERS = { 'accept-encoding': 'br' }
const TARGET_PERCENT = 90
const METRICS_TOKEN = 'a-token-of-the-bench-alone-0123456789'

export async function benchCache(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-cache-'))
  const engine = openSqlite(dataDir)
  const site = await openFilledSite(engine, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db, SIZES)
  const topics = (await site.db.selectFrom('topics').select('id').execute()).map(({ id }) => `/forum/${id}`)
  const products = await site.db.selectFrom('products').select(['id', 'slug']).execute()
  const cookie = await signInAsAdministrator(site)
  await site.db.destroy()
  await engine.close()

  const server = await startServer({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    HEALTH_DETAILS: 'true',
    METRICS_TOKEN,
    TRUST_PROXY: 'true',
  })
  await waitUntilIdle(server.process.pid ?? 0)
  const agent = new Agent({ keepAlive: true })
  const send = (path: string, method = 'GET', body?: object, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const bodyText = body && JSON.stringify(body)
      const requestHeaders = {
        ...headers,
        ...(bodyText ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(bodyText)) } : {}),
      }
      const clientRequest = request(server.url + path, { agent, method, headers: requestHeaders }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      })
      clientRequest.once('error', reject)
      clientRequest.end(bodyText)
    })
  const readCacheCounts = async () => {
    const { text: metrics } = await send('/metrics', 'GET', undefined, { authorization: `Bearer ${METRICS_TOKEN}` })
    const readCount = (cache: string, result: string) =>
      Number(new RegExp(`^cache_requests_total\\{cache="${cache}",result="${result}"[^}]*\\} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0)
    return {
      hits: readCount('responses', 'hit') + readCount('unrouted', 'hit'),
      unchanged: readCount('responses', 'unchanged'),
      misses: readCount('responses', 'miss'),
    }
  }
  const pages = shuffle([...topics, ...products.map(({ slug }) => `/products/${slug}`)])
  const choosePageIndex = createZipfChooser(pages.length)
  let isOver = false
  let reads = 0
  let firstReads = 0
  const requested = new Set<string>()
  const waitForReads = async (count: number) => {
    while (reads < count) await setTimeout(100)
  }
  const readerLoops = Array.from({ length: READER_COUNT }, async () => {
    while (!isOver) {
      const page = pages[choosePageIndex()] ?? '/'
      if (!requested.has(page)) firstReads += 1
      requested.add(page)
      await send(page, 'GET', undefined, BROWSER_HEADERS)
      reads += 1
    }
  })
  let writeCount = 0
  const writeFunctions = [
    () =>
      send(
        '/api/forum-replies',
        'POST',
        { content: `Reply ${writeCount}`, forumId: 1 + (writeCount % 10_000) },
        { 'x-forwarded-for': `10.0.0.${writeCount % 250}` },
      ),
    () =>
      send(
        '/api/reviews',
        'POST',
        { productId: products[writeCount % products.length]?.id, rating: 4, title: 'Good', content: `Review ${writeCount}` },
        { 'x-forwarded-for': `10.0.1.${writeCount % 250}` },
      ),
    () => send(`/api/products/${products[(writeCount * 7) % products.length]?.id}`, 'PATCH', { price: `£${writeCount}` }, { cookie }),
  ]
  const writeTimer = setInterval(() => {
    void writeFunctions[writeCount % writeFunctions.length]?.().then(
      ({ status, text }) => void (status < 300 || console.error(status, text)),
    )
    writeCount += 1
  }, 1_000)
  try {
    await waitForReads(WARM_UP_READS)
    const [countsBefore, startedAt] = [await readCacheCounts(), performance.now()]
    firstReads = 0
    await waitForReads(WARM_UP_READS + MEASURED_READS)
    const countsAfter = await readCacheCounts()
    const [hits, unchanged, misses] = [
      countsAfter.hits - countsBefore.hits,
      countsAfter.unchanged - countsBefore.unchanged,
      countsAfter.misses - countsBefore.misses,
    ]
    const totalReads = hits + unchanged + misses
    checkMetric(
      'cache hit rate, one write per second',
      (100 * (hits + unchanged)) / totalReads,
      { atLeast: TARGET_PERCENT },
      {
        digits: 1,
        unit: '%',
        against: `${Math.round((totalReads * 1000) / (performance.now() - startedAt))} reads/s; ${((100 * hits) / totalReads).toFixed(1)}% hits, ${unchanged} revalidated; ${firstReads} of ${misses} misses were first reads`,
      },
    )
    const { cache, memory } = JSON.parse((await send('/healthz')).text) as { cache: { entries: number; bytes: number }; memory: number }
    printLine(
      'cached responses',
      String(cache.entries),
      `of ${pages.length} pages, ${(cache.bytes / 1e6).toFixed(0)} MB; process ${memory} MB`,
    )
  } finally {
    clearInterval(writeTimer)
    isOver = true
    await Promise.all(readerLoops)
    agent.destroy()
    await server.stop()
    removeData(dataDir)
  }
}

/** Shuffles paths deterministically, so that topics and products are mixed. */
const shuffle = (paths: string[]): string[] =>
  paths
    .map((path, index) => ({ path, key: (index * 2_654_435_761) % 4_294_967_296 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ path }) => path)

/** Returns a function that returns random indexes below `count`, distributed by Zipf's law. */
function createZipfChooser(count: number): () => number {
  const cumulativeWeights: number[] = []
  let totalWeight = 0
  for (let rank = 1; rank <= count; rank += 1) cumulativeWeights.push((totalWeight += 1 / rank ** ZIPF_EXPONENT))
  return () => {
    const target = Math.random() * totalWeight
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulativeWeights[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
