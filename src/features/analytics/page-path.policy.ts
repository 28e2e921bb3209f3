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
  '/user/:id': { feature: 'userAccounts', names: 'user' },
  '/about': {},
  '/deploy': {},
  '/claim': {},
  '/sign-up': { feature: 'userAccounts' },
  '/sign-in': {},
  '/forgot-password': {},
  '/reset-password': {},
  '/newsletter': {},
  '/newsletter/confirm': {},
  '/newsletter/unsubscribe': {},
}

/** One's own account and the back-office are nobody's visit to the site. */
export const isCountedPath = (path: string): boolean => !/^\/(admin|account)(\/|$)/i.test(path)

const known = Object.entries(PAGES).map(([path, page]) => ({
  // As the site's routes find them: in capitals, too.
  pattern: new RegExp(`^${path.replace(':slug', '([^/]+)').replace(':id', '0*(\\d{1,9})')}$`, 'i'),
  path,
  page,
}))

/**
 * The path as it is counted: without a query, and in the one spelling of all that lead to the same page. Letters that
 * need no escape have none (RFC 3986, 6.2.2), a last slash changes nothing, and neither do capitals where they are ours.
 */
export function pathOf(url: string): string {
  const path = (url.split(/[?#]/, 1)[0] ?? '').replace(/%[\da-f]{2}/gi, unescaped).replace(/\/+$/, '') || '/'
  for (const one of known) {
    const found = one.pattern.exec(path)
    if (found) return one.path.replace(/:\w+/, () => found[1] ?? '')
  }
  return path
}

function unescaped(escape: string): string {
  const letter = String.fromCharCode(parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escape.toUpperCase()
}

/** The page that an address means, with the name in its last part; undefined for what is none. */
export function findPage(path: string): (Page & { name?: string }) | undefined {
  for (const { pattern, page } of known) {
    const found = pattern.exec(path)
    if (!found) continue
    const name = found[1] === undefined ? undefined : decoded(found[1])
    // PostgreSQL has no name with this character in it, and breaks when it is asked for one.
    if (name?.includes('\0')) return undefined
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
