/** Formats numbers with memoised Intl formatters. */

/** Language where there are no site settings: in API messages, in the developer documentation and on sites without a region. */
export const DEFAULT_LANGUAGE = 'en-GB'

/**
 * Formats a number with grouped thousands, such as `1,234.5`.
 * @param language BCP 47
 * @param decimals maximum number of decimals
 */
export function formatNumber(n: number, language = DEFAULT_LANGUAGE, decimals = 3): string {
  if (isEnglish(language) && Number.isInteger(n) && Math.abs(n) < 1000) return String(n)
  return numberFormat(language, decimals)(n)
}

/**
 * Formats a number with a fixed number of decimals, such as `1,234.50`.
 * @param language BCP 47
 */
export function formatFixed(n: number, decimals: number, language = DEFAULT_LANGUAGE): string {
  return fixedFormat(language, decimals).format(n)
}

/**
 * Whether simple cases can be formatted without Intl, whose first formatter blocks a slow phone for 0.3 s.
 * @param language BCP 47
 */
export const isEnglish = (language: string): boolean => language.startsWith('en')

/** Memoises a formatter per language and form, because creating one takes 100 times as long as using it. */
export function cacheFormats<Formatter, Form extends string | number | void = void>(
  createFormatter: (language: string, form: Form) => Formatter,
): typeof createFormatter {
  const formatters = new Map<string, Formatter>()
  return (language, form) => {
    const key = `${language} ${String(form)}`
    let formatter = formatters.get(key)
    if (!formatter) formatters.set(key, (formatter = createFormatter(language, form)))
    return formatter
  }
}

/** Maximum number of texts in a cache; no page has that many different numbers and days. */
const MAX_CACHED_TEXTS = 2000

/** Memoises the formatted text of each number, because lists repeat the same few numbers. */
export function cacheWords<Words extends string>(format: (n: number) => Words): typeof format {
  const textsByNumber = new Map<number, Words>()
  return (n) => {
    let text = textsByNumber.get(n)
    if (!text) {
      if (textsByNumber.size === MAX_CACHED_TEXTS) textsByNumber.clear()
      // `+ 0` turns -0 into 0, because a Map treats both as the same key.
      textsByNumber.set(n, (text = format(n + 0)))
    }
    return text
  }
}

const numberFormat = cacheFormats((language: string, maximumFractionDigits: number) =>
  cacheWords(new Intl.NumberFormat(language, { maximumFractionDigits }).format),
)

const fixedFormat = cacheFormats(
  (language: string, digits: number) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
