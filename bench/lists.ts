/** Measures the uncached response times of all list and search calls on a large site. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import type { Site } from '#platform/contract/context.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { printLine, median, percentile } from './statistics.ts'
import { fillLargeSite, OFFICE_SIZES, PUBLIC_SIZES, type Sizes } from './large-site.ts'

const REQUESTS_PER_CALL = 15
const PUBLIC_CALLS = [
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
  '/api/articles/featured?view=card&perPage=15',
  '/api/articles/category/3?view=card',
  '/api/products?view=card&perPage=12',
  '/api/products?view=card&perPage=12&sort=price-low',
  '/api/products?view=card&perPage=12&sort=price-high&category=home-efficiency',
  '/api/products?view=card&perPage=12&sort=name&page=1500',
  '/api/products?view=card&perPage=12&search=battery',
  '/api/products?view=card&perPage=12&search=charger&sort=price-low',
  '/api/products?view=card&perPage=12&category=electric-vehicles&range_min=100&boot_max=400',
  '/api/products?view=card&perPage=12&category=electric-vehicles&range_min=490&boot_max=20&sort=name',
  '/api/products?view=card&perPage=12&category=electric-vehicles&range_min=100&boot_max=400&search=battery',
  '/api/products/figures?category=electric-vehicles',
  '/api/products/counts',
  '/api/products/featured?view=card&perPage=24',
  '/api/products/category/2?view=card',
  '/api/reviews',
  '/api/reviews?productId=15000',
  '/api/reviews?perPage=20&page=9000',
  '/api/reviews/recent?limit=3',
  '/api/review-spread/15000',
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

const OFFICE_CALLS = [
  '/api/admin/dashboard',
  '/api/products?perPage=25',
  '/api/products?perPage=25&sort=name&page=3900',
  '/api/products?perPage=25&sort=price-high',
  '/api/products?perPage=25&search=battery',
  '/api/products?perPage=25&category=electric-vehicles&range_min=100&boot_max=400',
  '/api/products?perPage=25&category=electric-vehicles&range_min=490&boot_max=20&sort=name',
  '/api/products/figures?category=electric-vehicles',
  '/api/products/counts',
  '/api/products?perPage=25&search=99999',
  '/api/admin/articles?perPage=25',
  '/api/admin/articles?perPage=25&page=3900',
  '/api/admin/articles?perPage=25&sort=title',
  '/api/admin/articles?perPage=25&sort=rating',
  '/api/admin/articles?perPage=25&status=draft',
  '/api/admin/articles?perPage=25&search=solar',
  '/api/admin/articles?perPage=25&search=needle77777',
  '/api/admin/forums?perPage=25',
  '/api/admin/forums?perPage=25&sort=replies&page=3900',
  '/api/admin/forums?perPage=25&sort=views',
  '/api/admin/forums?perPage=25&status=hidden',
  '/api/admin/forums?perPage=25&search=inverter%20cable',
  '/api/admin/waiting-posts',
  '/api/users?perPage=25&sort=joined',
  '/api/users?perPage=25&sort=points&page=3900',
  '/api/users?perPage=25&sort=active',
  '/api/users?perPage=25&sort=username',
  '/api/users?perPage=25&role=admin&sort=joined',
  '/api/users?perPage=25&search=bench_77777&sort=joined',
  '/api/users?perPage=25&search=example.org&sort=points',
  '/api/enquiries?perPage=25',
  '/api/enquiries?perPage=25&page=3900&sort=oldest',
  '/api/enquiries?perPage=25&sort=name',
  '/api/enquiries?perPage=25&sort=product',
  '/api/enquiries?perPage=25&status=new',
  '/api/enquiries?perPage=25&search=customer_77777',
  '/api/enquiries?perPage=25&search=completed&status=completed',
  '/api/admin/audit?perPage=25',
]

export const benchLists = () => benchCalls(PUBLIC_SIZES, PUBLIC_CALLS, 50)
/** Measures the calls of the back-office, with 100,000 rows in its lists. */
export const benchOffice = () => benchCalls(OFFICE_SIZES, OFFICE_CALLS, 60)

async function benchCalls(sizes: Sizes, calls: string[], maxMs: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-large-'))
  const startedAt = performance.now()
  const engine = openSqlite(dataDir)
  const site = await openFilledSite(engine, 'main', { content: 'empty', dataDir })
  await fillLargeSite(site.db, sizes)
  const cookie = await signInAsAdministrator(site)
  await site.db.destroy()
  await engine.close()
  console.log(
    `${Object.entries(sizes)
      .map(([name, count]) => `${(count as number).toLocaleString('en-GB')} ${name}`)
      .join(', ')}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )

  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    for (const call of calls) {
      const durations: number[] = []
      for (let index = 0; index < REQUESTS_PER_CALL; index++) {
        const start = performance.now()
        const response = await fetch(server.url + call, { headers: { cookie: maxMs === 50 ? 'fresh=1' : cookie } })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${call} failed with ${response.status}`)
        durations.push(performance.now() - start)
      }
      const medianMs = median(durations)
      printLine(
        call,
        `${medianMs.toFixed(1)} ms`,
        `95%: ${percentile(durations, 0.95).toFixed(1)}${medianMs >= maxMs ? `   OVER ${maxMs}` : ''}`,
      )
    }
  } finally {
    await server.stop()
    removeData(dataDir)
  }
}

/** Creates an administrator with a session. @returns their Cookie header */
export async function signInAsAdministrator(site: Site): Promise<string> {
  const { id } = await makeUser(site, { isAdmin: true })
  let cookie = ''
  const headers = { set: (_name: string, value: string) => void (cookie = value.split(';')[0] ?? '') }
  const log = { info() {}, warn() {}, error() {} }
  await openSession({ site, db: site.db, viewer: null, log, headers }, { id, isAdmin: true })
  return cookie
}
