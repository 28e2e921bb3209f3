/** Cache hit rate while the site is written to: topics and products, with a realistic distribution of reads. */
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
/** Of Zipf's law: the n-th page is read 1/n as often as the first. */
const EXPONENT = 1
/**
 * Fills the cache as on a site that has run for a while, on any machine. With 12,000 pages, one read in 20 is still the first of its page
 * after 60,000 reads.
 */
const WARM_UP_READS = 240_000
const MEASURED_READS = 20_000
const READERS = 16
const BROWSER = { 'accept-encoding': 'br' }
const TARGET_PERCENT = 90
const TOKEN = 'a-token-of-the-bench-alone-0123456789'

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
    METRICS_TOKEN: TOKEN,
    TRUST_PROXY: 'true',
  })
  await waitUntilIdle(server.process.pid ?? 0)
  const agent = new Agent({ keepAlive: true })
  const send = (path: string, method = 'GET', body?: object, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const requestHeaders = {
        ...headers,
        ...(text ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}),
      }
      const call = request(server.url + path, { agent, method, headers: requestHeaders }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      })
      call.once('error', reject)
      call.end(text)
    })
  const countsOf = async () => {
    const { text } = await send('/metrics', 'GET', undefined, { authorization: `Bearer ${TOKEN}` })
    const read = (cache: string, result: string) =>
      Number(new RegExp(`^cache_requests_total\\{cache="${cache}",result="${result}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    return {
      hits: read('responses', 'hit') + read('unrouted', 'hit'),
      unchanged: read('responses', 'unchanged'),
      misses: read('responses', 'miss'),
    }
  }
  const pages = spread([...topics, ...products.map(({ slug }) => `/products/${slug}`)])
  const choose = chooser(pages.length)
  let isOver = false
  let reads = 0
  let firstReads = 0
  const requested = new Set<string>()
  const untilReads = async (count: number) => {
    while (reads < count) await setTimeout(100)
  }
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) {
      const page = pages[choose()] ?? '/'
      if (!requested.has(page)) firstReads += 1
      requested.add(page)
      await send(page, 'GET', undefined, BROWSER)
      reads += 1
    }
  })
  let written = 0
  const writes = [
    () =>
      send(
        '/api/forum-replies',
        'POST',
        { content: `Reply ${written}`, forumId: 1 + (written % 10_000) },
        { 'x-forwarded-for': `10.0.0.${written % 250}` },
      ),
    () =>
      send(
        '/api/reviews',
        'POST',
        { productId: products[written % products.length]?.id, rating: 4, title: 'Good', content: `Review ${written}` },
        { 'x-forwarded-for': `10.0.1.${written % 250}` },
      ),
    () => send(`/api/products/${products[(written * 7) % products.length]?.id}`, 'PATCH', { price: `£${written}` }, { cookie }),
  ]
  const writer = setInterval(() => {
    void writes[written % writes.length]?.().then(({ status, text }) => void (status < 300 || console.error(status, text)))
    written += 1
  }, 1_000)
  try {
    await untilReads(WARM_UP_READS)
    const [before, startedAt] = [await countsOf(), performance.now()]
    firstReads = 0
    await untilReads(WARM_UP_READS + MEASURED_READS)
    const after = await countsOf()
    const [hits, unchanged, misses] = [after.hits - before.hits, after.unchanged - before.unchanged, after.misses - before.misses]
    const all = hits + unchanged + misses
    checkMetric(
      'cache hit rate, one write per second',
      (100 * (hits + unchanged)) / all,
      { atLeast: TARGET_PERCENT },
      {
        digits: 1,
        unit: '%',
        against: `${Math.round((all * 1000) / (performance.now() - startedAt))} reads/s; ${((100 * hits) / all).toFixed(1)}% hits, ${unchanged} revalidated; ${firstReads} of ${misses} misses were first reads`,
      },
    )
    const { cache, memory } = JSON.parse((await send('/healthz')).text) as { cache: { entries: number; bytes: number }; memory: number }
    printLine(
      'cached responses',
      String(cache.entries),
      `of ${pages.length} pages, ${(cache.bytes / 1e6).toFixed(0)} MB; process ${memory} MB`,
    )
  } finally {
    clearInterval(writer)
    isOver = true
    await Promise.all(readers)
    agent.destroy()
    await server.stop()
    removeData(dataDir)
  }
}

/** Shuffles deterministically, so that topics and products are mixed. */
const spread = (all: string[]): string[] =>
  all
    .map((one, at) => ({ one, key: (at * 2_654_435_761) % 4_294_967_296 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)

/** Returns a generator of indexes below `count`, distributed by Zipf's law. */
function chooser(count: number): () => number {
  const sums: number[] = []
  let sum = 0
  for (let at = 1; at <= count; at += 1) sums.push((sum += 1 / at ** EXPONENT))
  return () => {
    const target = Math.random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
