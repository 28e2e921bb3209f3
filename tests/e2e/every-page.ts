/**
 * Paths of every page, by the page's file, for the accessibility tests; a test fails when a page is missing. Pages without path parameters
 * come from the page table; listed here are the other pages and additional states.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_PAGES } from '#admin/pages.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { isNightly } from '#tests/support/run-mode.ts'

const SRC = join(import.meta.dirname, '../../src')

/** Lists page files such as `site/home/home`, without the back-office layout. */
export const pageFiles = (): string[] =>
  globSync('{site,admin}/**/*.page.tsx', { cwd: SRC })
    .map((file) => file.replaceAll('\\', '/').replace('.page.tsx', ''))
    .filter((file) => file !== 'admin/frame/frame')

/** Pages without path parameters. Account pages are in `OWN`. */
const plainPages: Record<string, string[]> = Object.fromEntries(
  PAGES.filter(({ path, isCounted }) => !path.includes(':') && isCounted !== false).map(({ view, path }) => [`site/${view}`, [path]]),
)
const officePages: Record<string, string[]> = Object.fromEntries(
  ADMIN_PAGES.map(({ view, path }) => [`admin/${view}`, [path ? `/admin/${path}` : '/admin']]),
)

/** Public pages: with content, filtered, empty and not found. */
export const PUBLIC: Record<string, string[]> = {
  ...plainPages,
  'site/articles/articles': ['/articles', '/articles?search=nothing-like-this', '/articles?page=99'],
  'site/articles/article': [
    '/articles/winter-range',
    '/articles/heat-pump-running-costs',
    '/articles/case-study-solar-terrace',
    '/articles/nowhere',
  ],
  'site/articles/expert-article': ['/articles/expert/1', '/articles/expert/999'],
  'site/forum/forum': ['/forum', '/forum?show=mine', '/forum?search=nothing-like-this'],
  'site/forum/topic': ['/forum/1', '/forum/1?page=99', '/forum/99999'],
  'site/products/products': ['/products', '/products?category=ev-chargers', '/products?search=nothing-like-this'],
  'site/products/product': ['/products/hearthstone-keep-10', '/products/hearthstone-keep-10?tab=reviews', '/products/nowhere'],
  'site/compare/compare': ['/compare', '/compare?p=plover-home-7,plover-yard-11,rookery-kerb-7,wayside-post-7'],
  'site/tools/tool': [
    ...TOOL_NAMES.map((name) => `/tools/${name}`),
    '/tools/solar?slopes=4:95:S:none',
    '/tools/car-finder?seats=7&budget=20000&drive=250',
    '/tools/nowhere',
  ],
  'site/plan/plan': ['/plan', '/plan?jobs=loft,heat-pump&fuel=oil&consumption=15000&fuelPrice=8', '/plan?budget=0', '/plan?age=old'],
  'site/search/search': ['/search', '/search?q=battry+warranty', '/search?q=heat+pump&kind=product', '/search?q=nothing-like-zzqqxx'],
  'site/enquiry/enquiry': ['/enquiry/hearthstone-keep-10', '/enquiry/nowhere'],
  'site/enquiry/find-enquiry': ['/enquiry-status', '/enquiry-status?sent=links', '/enquiry-status?sent=erased'],
  'site/enquiry/enquiry-status': ['/enquiry-status/nowhere'],
  'site/notices/leave': ['/notices/leave/nowhere'],
  'site/category/category': ['/category/home-efficiency', '/category/home-efficiency?tab=articles', '/category/nowhere'],
  'site/today/today': ['/today', '/today?nation=northern-ireland'],
  'site/today/figure': ['/today/cap.electricity', '/today/nowhere'],
  'site/moderation/decision': ['/decisions/999999'],
  'site/user/user': ['/user/2', '/user/2?tab=replies', '/user/2?tab=reviews', '/user/2?tab=bookmarks', '/user/1', '/user/99999'],
  'site/deploy/deploy': ['/deploy', '/deploy?step=2', '/deploy?step=3'],
  'site/newsletter/newsletter': ['/newsletter', '/newsletter?sent=newsletter'],
  'site/newsletter/issue': ['/newsletter/99999'],
  'site/newsletter/confirm': ['/newsletter/confirm', '/newsletter/confirm?key=aaaaaaaaaaaaaaaaaaaaaaaa'],
  'site/newsletter/preferences': ['/newsletter/preferences', '/newsletter/preferences?key=aaaaaaaaaaaaaaaaaaaaaaaa'],
  'site/newsletter/unsubscribe': ['/newsletter/unsubscribe', '/newsletter/unsubscribe?key=aaaaaaaaaaaaaaaaaaaaaaaa'],
  'site/shell/not-found': ['/nowhere', '/forum/1/extra'],
}

export const OWN: Record<string, string[]> = {
  'site/account/account': [
    '/account',
    '/account?tab=security',
    '/account?tab=notices',
    '/account?tab=muted',
    '/account?tab=sessions',
    '/account?tab=data',
  ],
  'site/notices/notices': ['/notices'],
  'site/my-home/my-home': ['/my-home'],
}

export const OFFICE: Record<string, string[]> = {
  ...officePages,
  'admin/products/products': ['/admin/products', '/admin/products?search=nothing-like-this'],
  'admin/articles/articles': ['/admin/articles', '/admin/articles?search=nothing-like-this'],
  'admin/duties/duties': ['/admin/duties', '/admin/duties?open=illegal-content'],
  'admin/figures/figures': ['/admin/figures', '/admin/figures?search=nothing-like-this'],
  'admin/forums/forums': ['/admin/forums', '/admin/forums?search=nothing-like-this'],
  'admin/users/users': ['/admin/users', '/admin/users?search=nothing-like-this'],
  'admin/search/search': ['/admin/search', '/admin/search?tab=synonyms', '/admin/search?tab=pins'],
  'admin/enquiries/enquiries': ['/admin/enquiries', '/admin/enquiries?search=nothing-like-this'],
  'admin/newsletter/newsletter': ['/admin/newsletter', '/admin/newsletter?search=nothing-like-this'],
}

export const pathsOf = (pages: Record<string, string[]>): string[] => Object.values(pages).flat()

/** Returns the first path of each page in the daily run, all paths in the nightly run. */
export const dailyPathsOf = (pages: Record<string, string[]>): string[] =>
  isNightly ? pathsOf(pages) : Object.values(pages).flatMap(([first = '']) => first)
