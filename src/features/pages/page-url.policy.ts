/** URLs of pages, there and back: from a page and its parts to a path, and from a path to its page. */
import { PAGES, type PAGE_TABLE, type PageDeclaration, type PagePath } from './page-table.policy.ts'

/** `slug` and `id` of `/forum/:id`. */
type PartsOf<Path extends string> = Path extends `${string}:${infer Name}` ? { [N in Name]: string | number } : object
type DeclaredOf<Path extends PagePath> = Extract<(typeof PAGE_TABLE)[number], { path: Path }>
/** Only parameters that the page reads; all others would vanish on the server. */
export type SearchOf<Path extends PagePath> =
  DeclaredOf<Path> extends { parameters: readonly (infer Name extends string)[] }
    ? { [N in Name]?: string | number | undefined }
    : Record<string, never>

/** The path of a page. Parameters without a value are left out, and page 1 goes without saying. */
export function pathTo<Path extends PagePath>(
  path: Path,
  ...[parts, search]: Path extends `${string}:${string}`
    ? [parts: PartsOf<Path>, search?: SearchOf<Path>]
    : [parts?: object, search?: SearchOf<Path>]
): string {
  const [start, name] = path.split(':')
  const filled = name === undefined ? path : start + encodeURIComponent(String((parts as Record<string, unknown> | undefined)?.[name]))
  const given = Object.entries((search ?? {}) as Record<string, string | number | undefined>).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
  )
  return given.length ? `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : filled
}

/** Whether a path belongs to the back-office, which has a table of its own. */
export const isAdminPath = (path: string): boolean => /^\/admin(\/|$)/i.test(path)

const known = PAGES.map((page) => ({
  // As the site's routes find them: in capitals, too.
  pattern: new RegExp(`^${page.path.replace(':slug', '([^/]+)').replace(':id', '0*(\\d{1,9})')}$`, 'i'),
  page,
}))

/**
 * The path in the one spelling of all that lead to the same page, without a query. Letters that need no escape have none
 * (RFC 3986, 6.2.2), a last slash changes nothing, and neither do capitals where they are ours.
 */
export function normalizePath(url: string): string {
  const path = withoutLastSlashes((url.split(/[?#]/, 1)[0] ?? '').replace(/%[\da-f]{2}/gi, unescaped))
  for (const { pattern, page } of known) {
    const found = pattern.exec(path)
    if (found) return page.path.replace(/:\w+/, () => found[1] ?? '')
  }
  return path
}

/** By hand: the pattern would go through all slashes again from each of them. */
function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end) || '/'
}

function unescaped(escape: string): string {
  const letter = String.fromCharCode(parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escape.toUpperCase()
}

/** The page that a path means, with the name in its last part; undefined for what is none. */
export function findPage(path: string): (PageDeclaration & { name?: string }) | undefined {
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

/** The parts of the site that are one's own: the back-office, and pages whose table says so. */
const PRIVATE = ['/admin', ...PAGES.filter(({ isCounted }) => isCounted === false).map(({ path }) => path)]

/** Whether looking at a page is a visit to the site. */
export const isCountedPath = (path: string): boolean =>
  !PRIVATE.some((prefix) => path.toLowerCase() === prefix || path.toLowerCase().startsWith(`${prefix}/`))
