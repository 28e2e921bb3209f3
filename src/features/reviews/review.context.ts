/** What the room adds to the types below it. */
import type { Generated } from 'kysely'
import type { ReviewDecision } from './moderation/review-moderation.queries.ts'

declare module '#db/tables.ts' {
  interface Tables {
    review_pictures: {
      id: Generated<number>
      review_id: number
      user_id: number
      /** Of its folder among the uploads. */
      name: string
      alt: string
      bytes: number
      created_at: string
    }
    /** Reviews by guests that contain a link, until an administrator approves or rejects them. */
    waiting_reviews: {
      id: Generated<number>
      product_id: number
      rating: number
      title: string
      content: string
      owned_months: number | null
      created_at: string
    }
    /** Proof that waits to be looked at; the row and its file go with the decision. */
    review_evidence: {
      id: Generated<number>
      review_id: number
      user_id: number
      /** Of its folder, at random. */
      file: string
      note: string | null
      sent_at: string
    }
    /** What was done to a review, for the counts that everybody may see. It stays when the review goes. */
    review_decisions: {
      id: Generated<number>
      review_id: number
      action: ReviewDecision['action']
      reason: ReviewDecision['reason']
      reviewed_at: string
      at: string
    }
  }
}
