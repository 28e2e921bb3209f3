/** Reasons for which a post waits for approval. The author and the moderators read them in different words. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

interface WaitingReasonText {
  /** Label for moderators. */
  label: string
  /** Sentence for the author. */
  text: string
  /** Probability of spam from 0 to 1, a rough estimate. */
  score: number
}

export const WAITING_REASONS = {
  'guest-link': { label: 'Guest with a link', text: 'We check links in posts by guests before they appear.', score: 0.3 },
  'too-many-links': { label: 'Too many links', text: 'It has more links than new members can post.', score: 0.5 },
  'unknown-domain': {
    label: 'Link to an unknown site',
    text: 'It links to a site that we do not know yet. From level 2, your links appear at once.',
    score: 0.3,
  },
  'rejected-domain': { label: 'Link to a rejected site', text: 'It links to a site that moderators have rejected before.', score: 0.9 },
  picture: { label: 'Picture by a new member', text: 'It has a picture. From level 2, your pictures appear at once.', score: 0.2 },
  'typed-fast': { label: 'Typed very fast', text: 'It was written very quickly, as spam programs do.', score: 0.4 },
  'hidden-field': { label: 'Filled in a hidden field', text: 'A hidden field of the form was filled in, as spam programs do.', score: 0.9 },
  'repeated-text': { label: 'Repeated text', text: 'You have posted the same text before.', score: 0.6 },
  'shared-text': {
    label: 'Same text from several new accounts',
    text: 'The same text has been posted from other new accounts.',
    score: 0.8,
  },
  'spam-checker': { label: 'Spam checker', text: 'An automatic check took it for spam.', score: 0.7 },
} as const satisfies Record<string, WaitingReasonText>

export type WaitingReasonCode = keyof typeof WAITING_REASONS
export const WAITING_REASON_CODES = keysOf(WAITING_REASONS)

export interface WaitingReason {
  code: WaitingReasonCode
  score: number
  /** Detail for moderators, such as the domain. */
  detail?: string | undefined
}

/** Combines the scores of independent reasons. @returns the probability of spam, from 0 to 1 */
export const combineScores = (reasons: readonly { score: number }[]): number =>
  1 - reasons.reduce((product, { score }) => product * (1 - score), 1)
