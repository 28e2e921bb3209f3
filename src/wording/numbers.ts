/** Numbers as a language writes them. */

/** The language of what no site's settings are at hand for: messages of the API, documents for developers, and a site without a region. */
export const DEFAULT_LANGUAGE = 'en-GB'

/**
 * `1,234.5`: whole thousands apart, and at most so many decimals.
 * @param language BCP 47
 */
export function formatNumber(n: number, language = DEFAULT_LANGUAGE, decimals = 3): string {
  if (isEnglish(language) && Number.isInteger(n) && Math.abs(n) < 1000) return String(n)
  return numberFormat(language, decimals)(n)
}

/**
 * `1,234.50`: the same with exactly so many decimals.
 * @param language BCP 47
 */
export function formatFixed(n: number, decimals: number, language = DEFAULT_LANGUAGE): string {
  return fixedFormat(language, decimals).format(n)
}

/**
 * Where what is asked is simple, it is answered without a formatter: making the first one, a browser on a slow phone stands still for a third of a second.
 * @param language BCP 47
 */
export const isEnglish = (language: string): boolean => language.startsWith('en')

/** Makes a formatter once for each language and form: making one costs a hundred times more than using it. */
export function cacheFormats<Formatter, Form extends string | number | void = void>(
  make: (language: string, form: Form) => Formatter,
): typeof make {
  const made = new Map<string, Formatter>()
  return (language, form) => {
    const key = `${language} ${String(form)}`
    let formatter = made.get(key)
    if (!formatter) made.set(key, (formatter = make(language, form)))
    return formatter
  }
}

/** No page has as many different numbers or days. */
const MAX_CACHED = 2000

/** Remembers what each number has become: a list has the same few in dozens of places, and a formatter works each of them out anew. */
export function cacheWords<Words extends string>(make: (n: number) => Words): typeof make {
  const made = new Map<number, Words>()
  return (n) => {
    let words = made.get(n)
    if (!words) {
      if (made.size === MAX_CACHED) made.clear()
      // Without the sign of a zero: to the map 0 and -0 are one.
      made.set(n, (words = make(n + 0)))
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
