/** Classifies what a reference value needs from its editor. The keys are in order of urgency, most urgent first. */
import type { ReferenceValueSummary } from '#features/figures/figure.contract.ts'

export const REFERENCE_VALUE_ATTENTION = {
  missing: 'Missing',
  past: 'Expired',
  due: 'To be checked',
  unconfirmed: 'Not confirmed',
  fine: 'Up to date',
} as const
export type ReferenceValueAttentionName = keyof typeof REFERENCE_VALUE_ATTENTION

const ATTENTION_ORDER = Object.keys(REFERENCE_VALUE_ATTENTION)

/**
 * Returns what a reference value needs from its editor.
 * @param today ISO date
 */
export function attentionOf(
  { state, current, awaited }: Pick<ReferenceValueSummary, 'state' | 'current' | 'awaited'>,
  today: string,
): ReferenceValueAttentionName {
  if (state === 'missing' || awaited) return 'missing'
  if (state === 'past') return 'past'
  if (current.dueOn <= today) return 'due'
  return current.certainty === 'C' ? 'unconfirmed' : 'fine'
}

/** Whether an editor must act now; unconfirmed values are not urgent. */
export const isUrgentReferenceValue = (attention: ReferenceValueAttentionName): boolean =>
  attention === 'missing' || attention === 'past' || attention === 'due'

type SortKey = { attention: ReferenceValueAttentionName; current: { dueOn: string }; label: string }

/** Compares by urgency, then by due date and label. */
export const compareAttention = (a: SortKey, b: SortKey): number =>
  ATTENTION_ORDER.indexOf(a.attention) - ATTENTION_ORDER.indexOf(b.attention) ||
  a.current.dueOn.localeCompare(b.current.dueOn) ||
  a.label.localeCompare(b.label)
