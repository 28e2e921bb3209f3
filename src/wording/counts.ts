/** Formats counts with nouns, by the plural rules of the language (CLDR). */
import { cacheFormats, cacheWords, DEFAULT_LANGUAGE, formatNumber, isEnglish } from './numbers.ts'

/** Singular and plural of a noun. Languages with more forms than English add `few`, `many` and so on. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & Record<'one' | 'other', string>

/** Returns the noun alone, for numbers with their own markup: `reply` for 1, `replies` for 0 and 2. */
export function nounFor(n: number, forms: PluralForms, language = DEFAULT_LANGUAGE): string {
  if (isEnglish(language)) return Math.abs(n) === 1 ? forms.one : forms.other
  return forms[pluralRule(language)(n)] ?? forms.other
}

/** Formats a count with its noun, such as `1 reply` or `1,234 replies`. */
export function formatCount(n: number, forms: PluralForms, language = DEFAULT_LANGUAGE): string {
  return `${formatNumber(n, language)} ${nounFor(n, forms, language)}`
}

const pluralRule = cacheFormats((language: string) => {
  const rules = new Intl.PluralRules(language)
  return cacheWords((n) => rules.select(n))
})
