/** Converts between a reference value and the form for a new value, where an unknown number is an empty string. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import type { FigureDetail, NewFigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { getDayInMonths } from './figure-days.ts'

const toInputText = (value: number | null) => (value === null ? '' : String(value))
/** Matches numbers with commas between thousands, such as `1,850` and `13,450.50`, but not `0,125`. */
const WITH_THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

/**
 * Parses a number with a decimal point or comma, or with commas between thousands.
 * @returns null for an empty text; `NaN` if it is not a number, which the contract rejects
 */
export function parseNumberInput(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return Number(WITH_THOUSANDS.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed.replace(',', '.'))
}

export function toReferenceValueDraft({ current, awaited }: FigureDetail) {
  const { value, low, high, nations, source, certainty } = current
  return {
    value: awaited ? '' : toInputText(value),
    low: awaited ? '' : toInputText(low),
    high: awaited ? '' : toInputText(high),
    nations: [...nations],
    validFrom: awaited?.validFrom ?? currentDay(),
    validTo: awaited?.validTo ?? '',
    sourceTitle: source.title,
    sourcePublisher: source.publisher,
    sourceUrl: source.url,
    checkedOn: currentDay(),
    dueOn: getDayInMonths(3),
    certainty,
    note: '',
  }
}
type ReferenceValueDraft = ReturnType<typeof toReferenceValueDraft>

export const toNewReferenceValue = ({ value, low, high, validTo, ...unchangedFields }: ReferenceValueDraft): NewFigureValue => ({
  ...unchangedFields,
  value: parseNumberInput(value),
  low: parseNumberInput(low),
  high: parseNumberInput(high),
  validTo: validTo || null,
})
