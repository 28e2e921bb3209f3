/** Which addresses are pages whose looks are counted. */
import type { FeatureName } from '#platform/context.ts'

/** What the last part of an address names. */
export type Named = 'article' | 'expert article' | 'topic' | 'product' | 'category' | 'user'

interface Page {
  feature?: FeatureName
  names?: Named
}

/** Every public page but those of one's own account; a test holds this list against the site's routes. */
export const PAGES: Record<string, Page> = {
  '/': {},
  '/articles': { feature: 'articles' },
  '/articles/expert/:id': { feature: 'articles', names: 'expert article' },
  '/articles/:slug': { feature: 'articles', names: 'article' },
  '/forum': { feature: 'forums' },
  '/forum/:id': { feature: 'forums', names: 'topic' },
  '/products': { feature: 'products' },
  '/products/:slug': { feature: 'products', names: 'product' },
  '/enquiry/:slug': { feature: 'products', names: 'product' },
  '/compare': { feature: 'products' },
  '/category/:slug': { names: 'category' },
  '/user/:id': { names: 'user' },
  '/about': {},
  '/deploy': {},
  '/claim': {},
  '/sign-up': {},
  '/sign-in': {},
  '/forgot-password': {},
  '/reset-password': {},
  '/newsletter/confirm': {},
  '/newsletter/unsubscribe': {},
}

/** One's own account and the back-office are nobody's visit to the site. */
export const isCountedPath = (path: string): boolean => !/^\/(admin|account)(\/|$)/i.test(path)

/** The path as it is counted: without a query, and with one spelling where a last slash changes nothing. */
export const pathOf = (url: string): string => (url.split(/[?#]/, 1)[0] ?? '').replace(/\/+$/, '') || '/'

const known = Object.entries(PAGES).map(([pattern, page]) => ({
  pattern: new RegExp(`^${pattern.replace(':slug', '([^/]+)').replace(':id', '(\\d{1,9})')}$`),
  page,
}))

/** The page that an address means, with the name in its last part; undefined for what is none. */
export function findPage(path: string): (Page & { name?: string }) | undefined {
  for (const { pattern, page } of known) {
    const found = pattern.exec(path)
    if (!found) continue
    const name = found[1] === undefined ? undefined : decoded(found[1])
    return name === undefined ? page : { ...page, name }
  }
  return undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
