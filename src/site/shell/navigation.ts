/** Builds the links in header, menu sheet and footer. Links to features that are switched off are omitted. */
import type { SiteInfo } from '#features/sites/site.client.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { paths } from '#site/paths.ts'

export interface NavItem {
  label: string
  to: string
  /** Whether `aria-current` is set only on this path, and not on the paths below it. */
  exact?: boolean
  /** Set if the link leads to the viewer's profile. */
  isOwn?: true
}

const MENU_PAGES = PAGES.flatMap(({ menu, ...page }) => (menu ? [{ ...page, menu }] : []))

/** Returns the links of the main menu. @param viewerId id for the profile link: the member's or, for visitors, the guest account's */
export function mainNav({ features, launches }: SiteInfo, viewerId: number = GUEST_ID): NavItem[] {
  return MENU_PAGES.flatMap(({ path, menu, feature }): NavItem[] => {
    if ((feature && !features[feature]) || (path === '/deploy' && !launches)) return []
    if (path === '/user/:id') return [{ label: menu, to: paths.user(viewerId), exact: true, isOwn: true }]
    return [{ label: menu, to: path, ...(path === '/' ? { exact: true } : {}) }]
  })
}

/** Returns `page` if the link leads to the current page, `true` if it leads to a parent path of it, otherwise undefined. */
export function ariaCurrent({ to, exact }: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return !exact && pathname.startsWith(`${to}/`) ? 'true' : undefined
}

/** The six categories of every site, in display order. */
export const CATEGORY_LINKS = [
  { slug: 'electric-vehicles', name: 'Electric Vehicles' },
  { slug: 'solar-panels', name: 'Solar Panels' },
  { slug: 'battery-storage', name: 'Battery Storage' },
  { slug: 'home-efficiency', name: 'Home Efficiency' },
  { slug: 'green-living', name: 'Green Living' },
  { slug: 'ev-chargers', name: 'EV Chargers' },
] as const

/** Returns links to the articles of each category or, if articles are switched off, to the page of the category. */
const categoryLinks = ({ features }: SiteInfo): NavItem[] =>
  CATEGORY_LINKS.map(({ slug, name }) => ({
    label: name,
    to: features.articles ? paths.articles({ category: slug }) : paths.category(slug),
  }))

/** Returns links to the categories, followed by links to pages that are about all of them. */
export const exploreLinks = (site: SiteInfo): NavItem[] => [
  ...categoryLinks(site),
  ...(site.features.products ? [{ label: 'Compare products', to: paths.compare() }] : []),
  { label: 'Prices and rules today', to: paths.today(), exact: true },
  ...(site.features.tools ? [{ label: 'Tools', to: paths.tools() }] : []),
]

/** Returns links to sections of the About page and, if visitors can launch sites, to the launch wizard. */
export const communityLinks = (site: SiteInfo): NavItem[] =>
  site.launches ? [...aboutLinks(site), { label: 'Launch your own site', to: paths.deploy() }] : aboutLinks(site)

const createAboutLink = ([anchor, label]: readonly [string, string]): NavItem => ({ label, to: paths.about(anchor) })

function aboutLinks({ features }: SiteInfo): NavItem[] {
  const sections: [anchor: string, label: string, isShown: boolean][] = [
    ['team', 'Our team', true],
    ['guidelines', 'Community guidelines', features.userAccounts],
    ['write', 'Write for us', features.articles],
    ['advertise', 'Advertise', true],
    ['contact', 'Contact', true],
  ]
  return sections.filter(([, , isShown]) => isShown).map(([anchor, label]) => createAboutLink([anchor, label]))
}

export const legalLinks: NavItem[] = (
  [
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
    ['cookies', 'Cookies'],
    ['disclaimer', 'Disclaimer'],
  ] as const
).map(createAboutLink)
