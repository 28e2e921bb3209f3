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
    /** Contains reviews and updates of reviews that were screened out, until an administrator approves or rejects them. */
    waiting_reviews: {
      id: Generated<number>
      product_id: number
      rating: number
      title: string
      content: string
      owned_months: number | null
      created_at: string
      /** Null for guests. */
      user_id: number | null
      /** Review that an update belongs to; null for a review. Updates have a blank title. */
      review_id: number | null
      /** Only for updates, as in `review_updates`. */
      months: number | null
      is_still_used: boolean | null
      /** Why it waits (`Screening` as JSON). Null for reviews that waited before this existed. */
      screening: string | null
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
    /** Contains what authors of reviews report 12 and 24 months later; a review has at most one row for each period. */
    review_updates: {
      id: Generated<number>
      review_id: number
      /** Months since the review: 12 or 24. */
      months: number
      is_still_used: boolean
      /** Stars at that time; the product's rating is that of the reviews. */
      rating: number
      content: string
      created_at: string
    }
    /** Contains, by months after the review, the time of the last review whose author has been asked for an update. */
    owner_questions: { months: number; asked_until: string }
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
