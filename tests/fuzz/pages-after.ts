/** Reads every page after fuzzing, in every role and on the tenant site: none may fail or leak. */
import { ADMIN_PAGES } from '#admin/pages.ts'
import { forAnyTable } from '#db/any-table.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'
import { ROLES, type Role } from './fuzz-calls.ts'
import { findLeaks } from './leaks.ts'

/** Number of latest rows per table, which are those created by fuzzing. */
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

/** @returns the number of pages read @throws Error with the first page that fails or leaks */
export async function readPages(fixture: FuzzFixture, roles: readonly Role[] = ROLES): Promise<number> {
  const rowPages = await Promise.all(
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
  const publicPages = PAGES.map(({ path }) => path).filter((path) => !path.includes(':'))
  const adminPages = ADMIN_PAGES.map(({ path }) => `/admin/${path}`)
  const urls = [...publicPages, ...adminPages, ...rowPages.flat(), ...FILES]
  for (const url of urls)
    for (const as of roles) {
      fixture.loggedErrors.length = 0
      const { status, text } = await fixture.ask({ as, method: 'GET', url })
      const leaks = findLeaks(text, as, fixture.secrets)
      if (status >= 500 || leaks.length > 0)
        throw new Error(
          `${as} GET ${url} answers ${status}${leaks.length > 0 ? ` and contains ${leaks.join(', ')}` : ''}\n${fixture.loggedErrors.join('\n')}`,
        )
    }
  return urls.length * roles.length
}
