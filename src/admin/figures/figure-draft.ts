/** A new value of a figure as its form holds it: texts, an empty one where nothing is known. */
import { currentDay } from '#features/figures/figure-day.policy.ts'
import type { FigureDetail, NewFigureValue } from '#features/figures/editing/figure-editing.client.ts'
import { dayAfterMonths } from './figure-days.ts'

const toText = (value: number | null) => (value === null ? '' : String(value))
/** What is no number stays what it is, so that the contract can say so. */
export const parseFigureNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

export function toFigureDraft({ current, awaited }: FigureDetail) {
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
type FigureDraft = ReturnType<typeof toFigureDraft>

export const toNewFigureValue = ({ value, low, high, validTo, ...rest }: FigureDraft): NewFigureValue => ({
  ...rest,
  value: parseFigureNumber(value),
  low: parseFigureNumber(low),
  high: parseFigureNumber(high),
  validTo: validTo || null,
})
