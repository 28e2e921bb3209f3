/** Extends the types of the database with the tables of the reviews feature. */
import type { Generated } from 'kysely'
import type { ReviewDecision } from './moderation/review-moderation.queries.ts'

declare module '#db/tables.ts' {
  interface Tables {
    review_pictures: {
      id: Generated<number>
      review_id: number
      user_id: number
      /** Name of the picture's folder among the uploads. */
      name: string
      alt: string
      bytes: number
      created_at: string
    }
    /** Contains guests' reviews with a link, until an administrator approves or rejects them. */
    waiting_reviews: {
      id: Generated<number>
      product_id: number
      rating: number
      title: string
      content: string
      owned_months: number | null
      created_at: string
    }
    /** Contains proof of purchase that waits for a decision. The decision deletes the row and its file. */
    review_evidence: {
      id: Generated<number>
      review_id: number
      user_id: number
      /** Random name of the folder that contains the picture. */
      file: string
      note: string | null
      sent_at: string
    }
    /** Contains moderation decisions, for the public report. Rows stay when the review is deleted. */
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
