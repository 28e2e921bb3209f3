/**
 * Every public page, once. The router, the path helpers, the menu, the site map, robots.txt, the counting of visits, the keys of cached
 * pages and the parameters that the server lets through are all made from this table. The back-office has its own (src/admin/pages.ts).
 */
import { SPEC_PARAMETERS } from '#features/products/product-filter.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'

/** What the last part of a path names. */
export type PageSubject = 'article' | 'expert article' | 'topic' | 'product' | 'category' | 'user' | 'issue' | 'figure'
/** Kinds of things that have a page each, and files of their own in the site map. */
export type SitemapKind = 'articles' | 'expert-articles' | 'products' | 'topics' | 'members' | 'issues' | 'figures'

export interface PageDeclaration {
  /** As the router writes it, with `:slug` or `:id`. */
  path: `/${string}`
  /** `articles/article` is src/site/articles/article.page.tsx, with `.loader.ts` and `.action.ts` beside it. */
  view: string
  /** Query parameters that the page reads, where page-parameters.policy.ts has none. The server forgets all others: they make no other page. */
  parameters?: readonly string[]
  /** The switch that the page hangs on. */
  feature?: FeatureName
  /** The page itself says that its feature is off; otherwise it is as unknown as any other. */
  showsWhenOff?: true
  /** What its last part names, for the table of visits. */
  names?: PageSubject
  /** Its word in the main menu, which has the order of this table. */
  menu?: string
  /** Its place in the site map: one page, which changes with a kind of things, with all of them or with the software; or one for each thing. */
  sitemap?: { changesWith: SitemapKind | 'everything' | 'software' } | { each: SitemapKind | 'category' }
  /** What robots.txt closes to crawlers. */
  disallow?: string
  /** False for one's own account: looking at it is nobody's visit to the site. */
  isCounted?: false
  /** False where whoever is signed in gets another page than everybody else, and not only a few places of their own in the same one. */
  isForEverybody?: false
  /** Its address holds a key: the page is kept nowhere, and no other is told where a reader comes from. */
  isPrivate?: true
}

/** With each page's own types, for whoever names one; `PAGES` is for whoever walks them all. */
export const PAGE_TABLE = [
  { path: '/', view: 'home/home', menu: 'Home', sitemap: { changesWith: 'everything' } },
  {
    path: '/articles',
    view: 'articles/articles',
    parameters: ['category', 'search', 'page'],
    feature: 'articles',
    menu: 'Articles',
    sitemap: { changesWith: 'articles' },
  },
  {
    path: '/articles/expert/:id',
    view: 'articles/expert-article',
    feature: 'expertAdvice',
    names: 'expert article',
    sitemap: { each: 'expert-articles' },
  },
  { path: '/articles/:slug', view: 'articles/article', feature: 'articles', names: 'article', sitemap: { each: 'articles' } },
  {
    path: '/forum',
    view: 'forum/forum',
    parameters: ['category', 'search', 'sort', 'page'],
    feature: 'forums',
    menu: 'Forum',
    sitemap: { changesWith: 'topics' },
  },
  {
    path: '/forum/:id',
    view: 'forum/topic',
    parameters: ['page', 'reply'],
    feature: 'forums',
    names: 'topic',
    sitemap: { each: 'topics' },
  },
  {
    path: '/products',
    view: 'products/products',
    parameters: ['category', 'search', 'sort', 'page', ...SPEC_PARAMETERS],
    feature: 'products',
    menu: 'Products',
    sitemap: { changesWith: 'products' },
  },
  {
    path: '/products/:slug',
    view: 'products/product',
    parameters: ['tab', 'page', 'sent', 'sort', 'stars', 'verified', 'search'],
    feature: 'products',
    names: 'product',
    sitemap: { each: 'products' },
  },
  {
    path: '/compare',
    view: 'compare/compare',
    parameters: ['p', 'differences', 'find'],
    feature: 'products',
    sitemap: { changesWith: 'software' },
    // Every set of products has an address, which says nothing that their own pages do not.
    disallow: '/compare?',
  },
  // Every set of words has an address: what they lead to is found by its own page.
  { path: '/search', view: 'search/search', parameters: ['q', 'kind', 'category', 'exact', 'page'], disallow: '/search' },
  { path: '/enquiry/:slug', view: 'enquiry/enquiry', feature: 'products', names: 'product' },
  { path: '/enquiry-status', view: 'enquiry/find-enquiry', parameters: ['sent'], disallow: '/enquiry-status', isCounted: false },
  { path: '/enquiry-status/:slug', view: 'enquiry/enquiry-status', isCounted: false, isForEverybody: false, isPrivate: true },
  { path: '/category/:slug', view: 'category/category', parameters: ['tab'], names: 'category', sitemap: { each: 'category' } },
  { path: '/today', view: 'today/today', parameters: ['nation'], sitemap: { changesWith: 'figures' } },
  { path: '/today/:slug', view: 'today/figure', names: 'figure', sitemap: { each: 'figures' } },
  { path: '/tools', view: 'tools/tools', feature: 'tools', menu: 'Tools', sitemap: { changesWith: 'software' } },
  {
    path: '/tools/:slug',
    view: 'tools/tool',
    feature: 'tools',
    // Every set of inputs has an address, and none says more than the tool's own.
    disallow: '/tools/*?',
  },
  { path: '/plan', view: 'plan/plan', feature: 'tools', disallow: '/plan?' },
  { path: '/my-home', view: 'my-home/my-home', feature: 'tools', disallow: '/my-home', isCounted: false, isForEverybody: false },
  { path: '/about', view: 'about/about', menu: 'About', sitemap: { changesWith: 'software' } },
  { path: '/user/:id', view: 'user/user', feature: 'userAccounts', names: 'user', menu: 'Profile', sitemap: { each: 'members' } },
  {
    path: '/deploy',
    view: 'deploy/deploy',
    parameters: ['step'],
    menu: 'Deploy',
    sitemap: { changesWith: 'software' },
    isForEverybody: false,
  },
  { path: '/claim', view: 'claim/claim', disallow: '/claim', isForEverybody: false },
  { path: '/sign-up', view: 'account/sign-up', feature: 'userAccounts', showsWhenOff: true, disallow: '/sign-up', isForEverybody: false },
  { path: '/sign-in', view: 'account/sign-in', disallow: '/sign-in', isForEverybody: false },
  { path: '/forgot-password', view: 'account/forgot-password', disallow: '/forgot-password' },
  { path: '/reset-password', view: 'account/reset-password', disallow: '/reset-password' },
  { path: '/confirm-email', view: 'account/confirm-email', disallow: '/confirm-email' },
  { path: '/account', view: 'account/account', parameters: ['tab'], disallow: '/account', isCounted: false, isForEverybody: false },
  { path: '/notices', view: 'notices/notices', parameters: ['page'], disallow: '/notices', isCounted: false, isForEverybody: false },
  { path: '/notices/leave/:slug', view: 'notices/leave', isCounted: false, isForEverybody: false, isPrivate: true },
  { path: '/newsletter', view: 'newsletter/newsletter', parameters: ['sent', 'page'], sitemap: { changesWith: 'issues' } },
  {
    path: '/newsletter/confirm',
    view: 'newsletter/confirm',
    parameters: ['key'],
    disallow: '/newsletter/confirm',
    isForEverybody: false,
    isPrivate: true,
  },
  {
    path: '/newsletter/preferences',
    view: 'newsletter/preferences',
    parameters: ['key'],
    disallow: '/newsletter/preferences',
    isForEverybody: false,
    isPrivate: true,
  },
  {
    path: '/newsletter/unsubscribe',
    view: 'newsletter/unsubscribe',
    parameters: ['key'],
    disallow: '/newsletter/unsubscribe',
    isForEverybody: false,
    isPrivate: true,
  },
  { path: '/newsletter/:id', view: 'newsletter/issue', names: 'issue', sitemap: { each: 'issues' } },
] as const satisfies readonly PageDeclaration[]

export type PagePath = (typeof PAGE_TABLE)[number]['path']
export const PAGES: readonly (PageDeclaration & { path: PagePath })[] = PAGE_TABLE
