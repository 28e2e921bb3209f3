/** Reasons for refusing proof of purchase. The notification to its sender states the reason. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

export const EVIDENCE_REFUSALS = {
  unreadable: 'It cannot be read',
  other_product: 'It is about another product',
  no_proof: 'It does not show that you have bought or rented the product',
} as const
export const EVIDENCE_REFUSAL_KEYS = keysOf(EVIDENCE_REFUSALS)

/** Number of days after which evidence without a decision is deleted. */
export const EVIDENCE_RETENTION_DAYS = 90
