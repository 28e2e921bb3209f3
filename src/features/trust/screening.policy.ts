/** Types of the screening of posts. */
import type { WaitingReason } from './waiting-reason.policy.ts'

/** `review-update` is what the author of a review reports a year later. */
export type ScreenedKind = 'topic' | 'reply' | 'review' | 'review-update'

export interface ScreenedPost {
  kind: ScreenedKind
  title?: string | undefined
  content: string
  /** Time from opening to sending the form, as the browser measured it. */
  typingMs?: number | undefined
  /** Value of the hidden field of the form, which people leave empty. */
  homepage?: string | undefined
}

export interface PostingAuthor {
  id: number
  isGuest: boolean
  level: number
  memberSince: string | null
  /** Whether the author has level 1, or joined in the last 24 hours; false for guests, who have separate limits. */
  isNewcomer: boolean
  /** Whether no post of the kind is visible: topics and replies are one kind, reviews and their updates another. */
  isFirstPost: boolean
}

/** Stored with a post that waited, as JSON. */
export interface Screening {
  reasons: WaitingReason[]
  domains: string[]
}

export interface ScreenedDraft extends Screening {
  post: ScreenedPost
  /** Undefined: exempt from all limits. */
  author: PostingAuthor | undefined
}
