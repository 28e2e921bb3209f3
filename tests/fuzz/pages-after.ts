/** Whatever was stored, every page that shows it can be read: by a visitor, a member, an administrator, and on the copy beside. */
import { ADMIN_PAGES } from '#admin/pages.ts'
import { forAnyTable } from '#db/any-table.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'
import { ROLES, type Role } from './fuzz-calls.ts'
import { findLeaks } from './leaks.ts'

/** The latest rows of a table: those that were made up. */
const LATEST = isNightly ? 25 : 5
const NAMED: readonly [page: string, table: string, column: string][] = [
  ['/articles', 'articles', 'slug'],
  ['/products', 'products', 'slug'],
  ['/enquiry', 'products', 'slug'],
  ['/forum', 'topics', 'id'],
  ['/category', 'categories', 'slug'],
  ['/user', 'users', 'id'],
  ['/articles/expert', 'expert_articles', 'id'],
]
const FILES = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps/articles-1.xml',
  '/sitemaps/topics-1.xml',
  '/feed.xml',
  '/feed.atom',
  '/feed.json',
  '/site.webmanifest',
]

/** @returns how many were read @throws Error that names the page */
export async function readPages(fixture: FuzzFixture, roles: readonly Role[] = ROLES): Promise<number> {
  const named = await Promise.all(
    NAMED.map(async ([page, table, column]) => {
      const rows = await forAnyTable(fixture.installation.main.db)
        .selectFrom(table)
        .select(column)
        .orderBy('id', 'desc')
        .limit(LATEST)
        .execute()
      return rows.map((row) => `${page}/${encodeURIComponent(String(row[column]))}`)
    }),
  )
  const plain = PAGES.map(({ path }) => path).filter((path) => !path.includes(':'))
  const office = ADMIN_PAGES.map(({ path }) => `/admin/${path}`)
  const urls = [...plain, ...office, ...named.flat(), ...FILES]
  for (const url of urls)
    for (const as of roles) {
      fixture.faults.length = 0
      const { status, text } = await fixture.ask({ as, method: 'GET', url })
      const leaks = findLeaks(text, as, fixture.secrets)
      if (status >= 500 || leaks.length > 0)
        throw new Error(
          `${as} GET ${url} answers ${status}${leaks.length > 0 ? ` and holds ${leaks.join(', ')}` : ''}\n${fixture.faults.join('\n')}`,
        )
    }
  return urls.length * roles.length
}
