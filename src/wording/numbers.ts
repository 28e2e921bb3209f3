/** Number formats. */

/** Default language, without a site's settings: API messages, developer documentation, and a site without a region. */
export const DEFAULT_LANGUAGE = 'en-GB'

/**
 * Formats `1,234.5`, with grouped thousands.
 * @param language BCP 47
 * @param decimals maximum number of decimals
 */
export function formatNumber(n: number, language = DEFAULT_LANGUAGE, decimals = 3): string {
  if (isEnglish(language) && Number.isInteger(n) && Math.abs(n) < 1000) return String(n)
  return numberFormat(language, decimals)(n)
}

/**
 * Formats `1,234.50`, with a fixed number of decimals.
 * @param language BCP 47
 */
export function formatFixed(n: number, decimals: number, language = DEFAULT_LANGUAGE): string {
  return fixedFormat(language, decimals).format(n)
}

/**
 * Whether simple cases can be formatted without Intl: creating the first formatter blocks a slow phone for 0.3 s.
 * @param language BCP 47
 */
export const isEnglish = (language: string): boolean => language.startsWith('en')

/** Memoises a formatter per language and form: creating one takes 100 times as long as using it. */
export function cacheFormats<Formatter, Form extends string | number | void = void>(
  make: (language: string, form: Form) => Formatter,
): typeof make {
  const cached = new Map<string, Formatter>()
  return (language, form) => {
    const key = `${language} ${String(form)}`
    let formatter = cached.get(key)
    if (!formatter) cached.set(key, (formatter = make(language, form)))
    return formatter
  }
}

/** More than the different numbers and days of any page. */
const MAX_CACHED = 2000

/** Memoises the formatted text of each number, as lists repeat the same few numbers. */
export function cacheWords<Words extends string>(make: (n: number) => Words): typeof make {
  const cached = new Map<number, Words>()
  return (n) => {
    let words = cached.get(n)
    if (!words) {
      if (cached.size === MAX_CACHED) cached.clear()
      // `+ 0` turns -0 into 0, which are the same key of a Map.
      cached.set(n, (words = make(n + 0)))
    }
    return words
  }
}

const numberFormat = cacheFormats((language: string, maximumFractionDigits: number) =>
  cacheWords(new Intl.NumberFormat(language, { maximumFractionDigits }).format),
)

const fixedFormat = cacheFormats(
  (language: string, digits: number) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
