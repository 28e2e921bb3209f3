/** Describes VAT on electricity at home while a change of it is known, for results that use the register's price of electricity. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatLongDate } from '#wording/dates.ts'
import { toUtcDay } from '#wording/iso-day.ts'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'

export const ELECTRICITY_VAT_KEY = 'vat.electricity'
const PRICE_PREFIX = 'cap.electricity'

/**
 * Returns a sentence on the VAT in the price of electricity and on the rate that follows it; undefined if the result uses no such price, or no
 * other rate follows.
 * @param usedKeys keys of the reference values that the result uses
 */
export function describeElectricityVat(usedKeys: readonly string[], referenceValues: ReferenceValues): string | undefined {
  const vat = referenceValues.find(ELECTRICITY_VAT_KEY)
  if (!vat?.to || vat.isExpired || !usedKeys.some((key) => key.startsWith(PRICE_PREFIX))) return undefined
  const dayAfter = toUtcDay(Date.parse(vat.to) + 86_400_000)
  const next = referenceValues.forDay(dayAfter).find(ELECTRICITY_VAT_KEY)
  if (!next || next.isExpired || next.value === vat.value) return undefined
  return `VAT: our price of electricity has ${vat.value}% until ${formatLongDate(vat.to, DEFAULT_LANGUAGE)}. After that ${next.value}% is due, unless this is extended.`
}
