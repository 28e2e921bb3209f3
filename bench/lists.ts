/** Every list and search call on a large site, without the cache. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFilledSite } from '#app/open-main-site.ts'
import { openSqlite } from '#db/sqlite.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { line, median, percentile } from './figures.ts'
import { fillLargeSite, SIZES } from './large-site.ts'

const TIMES = 15
const CALLS = [
  '/api/articles?view=card&perPage=12',
  '/api/articles',
  '/api/articles?view=card&perPage=12&page=1500',
  '/api/articles?view=card&perPage=12&category=solar-panels',
  '/api/articles?view=card&perPage=12&search=needle17777',
  '/api/articles?view=card&perPage=12&search=solar',
  '/api/articles?view=card&perPage=12&search=solar%20panel&category=ev-chargers',
  '/api/articles?view=card&perPage=12&search=zq',
  '/api/articles?view=card&perPage=12&search=ev',
  '/api/articles?view=card&perPage=12&search=nothing-like-this',
  '/api/articles/featured?view=card',
  '/api/articles/category/3?view=card',
  '/api/products?view=card&perPage=12',
  '/api/products?view=card&perPage=12&sort=price-low',
  '/api/products?view=card&perPage=12&sort=price-high&category=home-efficiency',
  '/api/products?view=card&perPage=12&sort=name&page=1500',
  '/api/products?view=card&perPage=12&search=battery',
  '/api/products?view=card&perPage=12&search=charger&sort=price-low',
  '/api/products/featured?view=card',
  '/api/products/category/2?view=card',
  '/api/reviews',
  '/api/reviews?productId=15000',
  '/api/reviews?perPage=20&page=9000',
  '/api/reviews/recent?limit=3',
  '/api/reviews/spread/15000',
  '/api/forums?view=card&perPage=20',
  '/api/forums?view=card&perPage=20&page=4900',
  '/api/forums?view=card&perPage=20&sort=views&category=solar-panels',
  '/api/forums?view=card&perPage=20&search=inverter',
  '/api/forums?view=card&perPage=20&search=inverter%20cable',
  '/api/forums?view=card&perPage=20&search=qq',
  '/api/forums/popular?limit=5',
  '/api/forums/category/4?view=card&perPage=100',
  '/api/categories',
  '/api/users',
  '/api/experts',
  '/api/expert-articles',
]

export async function benchLists(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-large-'))
  const began = performance.now()
  const engine = openSqlite(dataDir)
  const site = await openFilledSite(engine, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db)
  await site.db.destroy()
  await engine.close()
  console.log(
    `${Object.entries(SIZES)
      .map(([name, count]) => `${count.toLocaleString('en-GB')} ${name}`)
      .join(', ')}: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )

  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    for (const call of CALLS) {
      const times: number[] = []
      for (let at = 0; at < TIMES; at++) {
        const start = performance.now()
        const response = await fetch(server.url + call, { headers: { cookie: 'fresh=1' } })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${call} answered ${response.status}`)
        times.push(performance.now() - start)
      }
      const middle = median(times)
      line(call, `${middle.toFixed(1)} ms`, `95 %: ${percentile(times, 0.95).toFixed(1)}${middle >= 50 ? '   OVER 50' : ''}`)
    }
  } finally {
    await server.stop()
    removeData(dataDir)
  }
}
