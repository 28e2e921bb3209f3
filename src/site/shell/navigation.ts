/** What the header, the sheet and the footer link to. A feature that is switched off is left out. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'

export interface NavItem {
  label: string
  to: string
  /** Only this address, not those below it. */
  exact?: boolean
  /** One's own profile. */
  isOwn?: true
}

/** All that may stand in the menu. */
const MENU = PAGES.flatMap(({ menu, ...page }) => (menu ? [{ ...page, menu }] : []))

/** @param ownId whose profile `Profile` is; the guest's for a visitor */
export function mainNav({ features, launches }: SiteInfo, ownId: number = GUEST_ID): NavItem[] {
  return MENU.flatMap(({ path, menu, feature }): NavItem[] => {
    if ((feature && !features[feature]) || (path === '/deploy' && !launches)) return []
    if (path === '/user/:id') return [{ label: menu, to: paths.user(ownId), exact: true, isOwn: true }]
    return [{ label: menu, to: path, ...(path === '/' ? { exact: true } : {}) }]
  })
}

/** `page` for the page itself, `true` for one that stands below it. */
export function ariaCurrent({ to, exact }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return !exact && pathname.startsWith(`${to}/`) ? 'true' : undefined
}

/** The six shelves in their order: every site has them. */
export const CATEGORY_LINKS = [
  { slug: 'electric-vehicles', name: 'Electric Vehicles' },
  { slug: 'solar-panels', name: 'Solar Panels' },
  { slug: 'battery-storage', name: 'Battery Storage' },
  { slug: 'home-efficiency', name: 'Home Efficiency' },
  { slug: 'green-living', name: 'Green Living' },
  { slug: 'ev-chargers', name: 'EV Chargers' },
] as const

/** The guides of a category; without guides, the category's own page. */
const categoryLinks = ({ features }: SiteInfo): NavItem[] =>
  CATEGORY_LINKS.map(({ slug, name }) => ({
    label: name,
    to: features.articles ? paths.articles({ category: slug }) : paths.category(slug),
  }))

/** Below the shelves: what goes across them. */
export const exploreLinks = (site: SiteInfo): NavItem[] => [
  ...categoryLinks(site),
  ...(site.features.products ? [{ label: 'Compare products', to: paths.compare() }] : []),
  { label: 'Prices and rules today', to: paths.today(), exact: true },
  ...(site.features.tools ? [{ label: 'Tools', to: paths.tools() }] : []),
]

/** What one can do here beside reading. */
export const communityLinks = (site: SiteInfo): NavItem[] =>
  site.launches ? [...aboutLinks(site), { label: 'Launch your own site', to: paths.deploy() }] : aboutLinks(site)

const about = ([anchor, label]: readonly [string, string]): NavItem => ({ label, to: paths.about(anchor) })

function aboutLinks({ features }: SiteInfo): NavItem[] {
  const all: [anchor: string, label: string, on: boolean][] = [
    ['team', 'Our team', true],
    ['guidelines', 'Community guidelines', features.userAccounts],
    ['write', 'Write for us', features.articles],
    ['advertise', 'Advertise', true],
    ['contact', 'Contact', true],
  ]
  return all.filter(([, , on]) => on).map(([anchor, label]) => about([anchor, label]))
}

export const legalLinks: NavItem[] = (
  [
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
    ['cookies', 'Cookies'],
    ['disclaimer', 'Disclaimer'],
  ] as const
).map(about)
