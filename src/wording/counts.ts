/** How many of what. Which of a noun's forms goes with a number is the language's own rule. */
import { cacheFormats, cacheWords, DEFAULT_LANGUAGE, formatNumber, isEnglish } from './numbers.ts'

/** What one and what several are called. A language with more forms than English adds `few`, `many` and so on. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & Record<'one' | 'other', string>

/** `reply` for 1, `replies` for 0 and 2: the words alone, where the number has a mark of its own. */
export function nounFor(n: number, forms: PluralForms, language = DEFAULT_LANGUAGE): string {
  if (isEnglish(language)) return Math.abs(n) === 1 ? forms.one : forms.other
  return forms[pluralRule(language)(n)] ?? forms.other
}

/** `1 reply`, `1,234 replies`. */
export function formatCount(n: number, forms: PluralForms, language = DEFAULT_LANGUAGE): string {
  return `${formatNumber(n, language)} ${nounFor(n, forms, language)}`
}

const pluralRule = cacheFormats((language: string) => {
  const rules = new Intl.PluralRules(language)
  return cacheWords((n) => rules.select(n))
})
