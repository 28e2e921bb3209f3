/** Builds the URL paths of pages, and finds the page for a path. */
import { PAGES, type PAGE_TABLE, type PageDeclaration, type PagePath } from './page-table.policy.ts'

/** Path parameters, such as `id` in `/forum/:id`. */
type PartsOf<Path extends string> = Path extends `${string}:${infer Name}` ? { [N in Name]: string | number } : object
type DeclaredOf<Path extends PagePath> = Extract<(typeof PAGE_TABLE)[number], { path: Path }>
/** Query parameters declared in the page table; the server drops all others. */
export type SearchOf<Path extends PagePath> =
  DeclaredOf<Path> extends { parameters: readonly (infer Name extends string)[] }
    ? { [N in Name]?: string | number | undefined }
    : Record<string, never>

/** Returns the path of a page. Empty parameters and `page=1` are left out. */
export function pathTo<Path extends PagePath>(
  path: Path,
  ...[pathParameters, search]: Path extends `${string}:${string}`
    ? [parts: PartsOf<Path>, search?: SearchOf<Path>]
    : [parts?: object, search?: SearchOf<Path>]
): string {
  const [pathStart, name] = path.split(':')
  const filledPath =
    name === undefined ? path : pathStart + encodeURIComponent(String((pathParameters as Record<string, unknown> | undefined)?.[name]))
  const parameters = Object.entries((search ?? {}) as Record<string, string | number | undefined>).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'page' && value === 1),
  )
  return parameters.length ? `${filledPath}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}` : filledPath
}

/** Returns whether a path belongs to the back-office, which has its own page table. */
export const isAdminPath = (path: string): boolean => /^\/admin(\/|$)/i.test(path)

const PAGE_PATTERNS = PAGES.map((page) => ({
  // The patterns are case-insensitive, like the site's routes.
  pattern: new RegExp(`^${page.path.replace(':slug', '([^/]+)').replace(':id', '0*(\\d{1,9})')}$`, 'i'),
  page,
}))

/**
 * Returns the canonical path of a URL, without query: unreserved characters are unescaped (RFC 3986, 6.2.2), trailing slashes are removed
 * and the static parts of known paths are in lower case.
 */
export function normalizePath(url: string): string {
  const path = removeTrailingSlashes((url.split(/[?#]/, 1)[0] ?? '').replace(/%[\da-f]{2}/gi, normalizeEscape))
  for (const { pattern, page } of PAGE_PATTERNS) {
    const match = pattern.exec(path)
    if (match) return page.path.replace(/:\w+/, () => match[1] ?? '')
  }
  return path
}

/** Uses a loop, because a regular expression would take quadratic time. */
function removeTrailingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end) || '/'
}

function normalizeEscape(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
}

/** Returns the page for a path with the decoded value of its path parameter; undefined for unknown paths. */
export function findPage(path: string): (PageDeclaration & { name?: string }) | undefined {
  for (const { pattern, page } of PAGE_PATTERNS) {
    const match = pattern.exec(path)
    if (!match) continue
    const name = match[1] === undefined ? undefined : decodeSegment(match[1])
    // PostgreSQL rejects strings with NUL characters.
    if (name?.includes('\0')) return undefined
    return name === undefined ? page : { ...page, name }
  }
  return undefined
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Prefixes of paths whose page views are not counted: the back-office and personal pages. */
const UNCOUNTED_PREFIXES = ['/admin', ...PAGES.filter(({ isCounted }) => isCounted === false).map(({ path }) => path)]

/** Returns whether page views of a path are counted. */
export const isCountedPath = (path: string): boolean =>
  !UNCOUNTED_PREFIXES.some((prefix) => path.toLowerCase() === prefix || path.toLowerCase().startsWith(`${prefix}/`))
