/** Links of header, menu sheet and footer. Those of features that are switched off are omitted. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'

export interface NavItem {
  label: string
  to: string
  /** True if the link is current for this path only, not for the paths below it. */
  exact?: boolean
  /** Set for the link to the viewer's profile. */
  isOwn?: true
}

/** All pages with a menu label. */
const MENU = PAGES.flatMap(({ menu, ...page }) => (menu ? [{ ...page, menu }] : []))

/** @param ownId id of the viewer, for the profile link; the guest's for visitors */
export function mainNav({ features, launches }: SiteInfo, ownId: number = GUEST_ID): NavItem[] {
  return MENU.flatMap(({ path, menu, feature }): NavItem[] => {
    if ((feature && !features[feature]) || (path === '/deploy' && !launches)) return []
    if (path === '/user/:id') return [{ label: menu, to: paths.user(ownId), exact: true, isOwn: true }]
    return [{ label: menu, to: path, ...(path === '/' ? { exact: true } : {}) }]
  })
}

/** Returns `page` for the current page and `true` for a parent path of it. */
export function ariaCurrent({ to, exact }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return !exact && pathname.startsWith(`${to}/`) ? 'true' : undefined
}

/** The six categories that every site has, in display order. */
export const CATEGORY_LINKS = [
  { slug: 'electric-vehicles', name: 'Electric Vehicles' },
  { slug: 'solar-panels', name: 'Solar Panels' },
  { slug: 'battery-storage', name: 'Battery Storage' },
  { slug: 'home-efficiency', name: 'Home Efficiency' },
  { slug: 'green-living', name: 'Green Living' },
  { slug: 'ev-chargers', name: 'EV Chargers' },
] as const

/** Links to the articles of each category or, if articles are switched off, to its page. */
const categoryLinks = ({ features }: SiteInfo): NavItem[] =>
  CATEGORY_LINKS.map(({ slug, name }) => ({
    label: name,
    to: features.articles ? paths.articles({ category: slug }) : paths.category(slug),
  }))

/** Category links, followed by links across all categories. */
export const exploreLinks = (site: SiteInfo): NavItem[] => [
  ...categoryLinks(site),
  ...(site.features.products ? [{ label: 'Compare products', to: paths.compare() }] : []),
  { label: 'Prices and rules today', to: paths.today(), exact: true },
  ...(site.features.tools ? [{ label: 'Tools', to: paths.tools() }] : []),
]

/** Links to the sections of the About page and to launching a site. */
export const communityLinks = (site: SiteInfo): NavItem[] =>
  site.launches ? [...aboutLinks(site), { label: 'Launch your own site', to: paths.deploy() }] : aboutLinks(site)

const aboutLink = ([anchor, label]: readonly [string, string]): NavItem => ({ label, to: paths.about(anchor) })

function aboutLinks({ features }: SiteInfo): NavItem[] {
  const all: [anchor: string, label: string, isShown: boolean][] = [
    ['team', 'Our team', true],
    ['guidelines', 'Community guidelines', features.userAccounts],
    ['write', 'Write for us', features.articles],
    ['advertise', 'Advertise', true],
    ['contact', 'Contact', true],
  ]
  return all.filter(([, , isShown]) => isShown).map(([anchor, label]) => aboutLink([anchor, label]))
}

export const legalLinks: NavItem[] = (
  [
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
    ['cookies', 'Cookies'],
    ['disclaimer', 'Disclaimer'],
  ] as const
).map(aboutLink)
