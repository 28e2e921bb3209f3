/** Reasons for hiding a review. The number of stars is not one of them. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

export const HIDE_REASONS = {
  spam: 'Advertising or spam',
  other_product: 'About another product, or about none',
  no_owner: 'Its writer has an interest in the product, or has never had it',
  personal_data: 'Names or shows somebody who has not agreed to it',
  insult: 'Insults or threatens somebody',
  unlawful: 'Against the law',
} as const
export type HideReason = keyof typeof HIDE_REASONS
export const HIDE_REASON_KEYS = keysOf(HIDE_REASONS)
