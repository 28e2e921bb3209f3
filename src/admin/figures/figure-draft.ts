/** Converts between a reference value and the form for a new value, where an unknown number is an empty string. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import type { FigureDetail, NewFigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { getDayInMonths } from './figure-days.ts'

const toInputText = (value: number | null) => (value === null ? '' : String(value))
/** Parses a number with a decimal point or comma. @returns null for an empty text; `NaN` if it is not a number, which the contract rejects */
export const parseNumberInput = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

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
