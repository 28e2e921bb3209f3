/** Form values of a new value; an unknown number is an empty string. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import type { FigureDetail, NewFigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { dayAfterMonths } from './figure-days.ts'

const toText = (value: number | null) => (value === null ? '' : String(value))
/** Accepts a decimal comma. @returns null if empty; `NaN` if not a number, which the contract rejects */
export const parseNumberInput = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

export function toReferenceValueDraft({ current, awaited }: FigureDetail) {
  const { value, low, high, nations, source, certainty } = current
  return {
    value: awaited ? '' : toText(value),
    low: awaited ? '' : toText(low),
    high: awaited ? '' : toText(high),
    nations: [...nations],
    validFrom: awaited?.validFrom ?? currentDay(),
    validTo: awaited?.validTo ?? '',
    sourceTitle: source.title,
    sourcePublisher: source.publisher,
    sourceUrl: source.url,
    checkedOn: currentDay(),
    dueOn: dayAfterMonths(3),
    certainty,
    note: '',
  }
}
type ReferenceValueDraft = ReturnType<typeof toReferenceValueDraft>

export const toNewReferenceValue = ({ value, low, high, validTo, ...rest }: ReferenceValueDraft): NewFigureValue => ({
  ...rest,
  value: parseNumberInput(value),
  low: parseNumberInput(low),
  high: parseNumberInput(high),
  validTo: validTo || null,
})
