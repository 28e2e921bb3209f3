/**
 * Single source of truth for all public pages: router, path helpers, menu, sitemap, robots.txt, visit counting, cache keys and accepted
 * query parameters are derived from it. The back-office has its own table (src/admin/pages.ts).
 */
import { SPEC_PARAMETERS } from '#features/products/product-filter.policy.ts'
import type { FeatureName } from '#platform/contract/context.ts'

/** Kind of item that the last path segment identifies. */
export type PageSubject = 'article' | 'expert article' | 'topic' | 'product' | 'category' | 'user' | 'issue' | 'figure'
/** Kinds of items that have a page each; every kind has its own sitemap files. */
export type SitemapKind = 'articles' | 'expert-articles' | 'products' | 'topics' | 'members' | 'issues' | 'figures'

export interface PageDeclaration {
  /** Route pattern with `:slug` or `:id`. */
  path: `/${string}`
  /** `articles/article` is src/site/articles/article.page.tsx, with `.loader.ts` and `.action.ts` next to it. */
  view: string
  /** Query parameters, unless page-parameters.policy.ts lists them. The server drops all others, so that they do not fragment the cache. */
  parameters?: readonly string[]
  /** Feature switch that enables the page. */
  feature?: FeatureName
  /** Whether the page says that the feature is off; by default it returns 404 then. */
  showsWhenOff?: true
  /** Kind of item that the last path segment identifies, for visit statistics. */
  names?: PageSubject
  /** Label in the main menu, which has the order of this table. */
  menu?: string
  /** Sitemap entry: a single page with what its last change depends on, or a page for each item. */
  sitemap?: { changesWith: SitemapKind | 'everything' | 'software' } | { each: SitemapKind | 'category' }
  /** `Disallow` pattern in robots.txt. */
  disallow?: string
  /** False for personal pages, whose page views are not counted. */
  isCounted?: false
  /** False if the page depends on the viewer, rather than being shared with per-user fragments. */
  isForEverybody?: false
  /** Whether the URL contains a secret key, so that the page is never cached and sends no referrer. */
  isPrivate?: true
}

/** The table with literal types, for access to single pages; use `PAGES` to iterate. */
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
    parameters: ['category', 'product', 'search', 'show', 'sort', 'page'],
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
    // Every combination of products has a URL, but no unique content.
    disallow: '/compare?',
  },
  // Every search term has a URL; crawlers find the results by their own pages.
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
    // Every set of inputs has a URL, but no unique content.
    disallow: '/tools/*?',
  },
  { path: '/plan', view: 'plan/plan', feature: 'tools', disallow: '/plan?' },
  { path: '/my-home', view: 'my-home/my-home', feature: 'tools', disallow: '/my-home', isCounted: false, isForEverybody: false },
  { path: '/about', view: 'about/about', menu: 'About', sitemap: { changesWith: 'software' } },
  { path: '/moderation', view: 'moderation/moderation', sitemap: { changesWith: 'software' } },
  { path: '/decisions/:slug', view: 'moderation/decision', isCounted: false, isForEverybody: false, isPrivate: true },
  {
    path: '/user/:id',
    view: 'user/user',
    parameters: ['tab', 'page', 'search'],
    feature: 'userAccounts',
    names: 'user',
    menu: 'Profile',
    sitemap: { each: 'members' },
  },
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
