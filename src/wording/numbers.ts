/** Numbers as a language writes them. */

/** The language of what no site's settings are at hand for: messages of the API, documents for developers, and a site without a region. */
export const DEFAULT_LANGUAGE = 'en-GB'

/**
 * `1,234.5`: whole thousands apart, and at most so many decimals.
 * @param language BCP 47
 */
export function formatNumber(n: number, language = DEFAULT_LANGUAGE, decimals = 3): string {
  return numberFormat(language, decimals).format(n)
}

/**
 * `1,234.50`: the same with exactly so many decimals.
 * @param language BCP 47
 */
export function formatFixed(n: number, decimals: number, language = DEFAULT_LANGUAGE): string {
  return fixedFormat(language, decimals).format(n)
}

/** Makes a formatter once for each language and form: making one costs a hundred times more than using it. */
export function cacheFormats<Form extends (string | number)[], Formatter>(make: (...form: Form) => Formatter): typeof make {
  const made = new Map<string, Formatter>()
  return (...form) => {
    const key = form.join(' ')
    let formatter = made.get(key)
    if (!formatter) made.set(key, (formatter = make(...form)))
    return formatter
  }
}

const numberFormat = cacheFormats(
  (language: string, maximumFractionDigits: number) => new Intl.NumberFormat(language, { maximumFractionDigits }),
)

const fixedFormat = cacheFormats(
  (language: string, digits: number) => new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
