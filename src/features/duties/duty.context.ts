/** Adds the table of the duties kit. */
import type { Generated } from 'kysely'
import type { DutyKey, ReviewMonths } from './duties.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** Records of the operator's legal duties. A signed row is never changed, except for `reminded_at`. */
    duty_records: {
      id: Generated<number>
      duty: DutyKey
      /** Number of the version, from 1 per duty. */
      number: number
      /** JSON object of answers by name. */
      answers: string
      /** JSON array of the facts about the site at the signature; null for a draft, which shows the current ones. */
      facts: string | null
      review_months: ReviewMonths
      /** Version of the draft, for optimistic concurrency. */
      version: Generated<number>
      created_at: string
      updated_at: string
      created_by: number | null
      /** Null for the draft, of which there is at most one per duty. */
      signed_at: string | null
      /** The administrator who was signed in. */
      signed_by: number | null
      signatory_name: string | null
      signatory_role: string | null
      review_due_at: string | null
      /** When administrators were notified that the review is overdue. */
      reminded_at: string | null
      /** Origin of the site at the signature, for the link in the reminder; empty if unknown. */
      origin: string | null
    }
  }
}
