/** What a figure wants of its editor, the most pressing first. */
import type { RegisteredFigure } from '#features/figures/figure.contract.ts'

export const FIGURE_ATTENTION = {
  missing: 'Missing',
  past: 'Past its date',
  due: 'To be checked',
  unconfirmed: 'Not confirmed',
  fine: 'In order',
} as const
export type FigureAttentionName = keyof typeof FIGURE_ATTENTION

const ORDER = Object.keys(FIGURE_ATTENTION)

/** @param today as `2026-11-23` */
export function attentionOf(
  { state, current, awaited }: Pick<RegisteredFigure, 'state' | 'current' | 'awaited'>,
  today: string,
): FigureAttentionName {
  if (state === 'missing' || awaited) return 'missing'
  if (state === 'past') return 'past'
  if (current.dueOn <= today) return 'due'
  return current.certainty === 'C' ? 'unconfirmed' : 'fine'
}

/** What a day has made wrong or due. What is not confirmed may stay so for long. */
export const isUrgentFigure = (attention: FigureAttentionName): boolean =>
  attention === 'missing' || attention === 'past' || attention === 'due'

type Waiting = { attention: FigureAttentionName; current: { dueOn: string }; label: string }

/** By what is wanted, then by the day it is due. */
export const compareAttention = (a: Waiting, b: Waiting): number =>
  ORDER.indexOf(a.attention) - ORDER.indexOf(b.attention) ||
  a.current.dueOn.localeCompare(b.current.dueOn) ||
  a.label.localeCompare(b.label)
