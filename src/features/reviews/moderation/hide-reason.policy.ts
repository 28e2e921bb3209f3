/** Reasons for hiding or rejecting a review. A low rating is not one of them. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

export const HIDE_REASONS = {
  spam: 'Advertising or spam',
  other_product: 'Not about this product',
  no_owner: 'The author has a conflict of interest or has never owned the product',
  personal_data: 'Names or shows someone without their consent',
  insult: 'Insults or threatens someone',
  unlawful: 'Against the law',
  guidelines: 'Against the community guidelines',
} as const
export type HideReason = keyof typeof HIDE_REASONS
export const HIDE_REASON_KEYS = keysOf(HIDE_REASONS)
