/** Rules by which members earn badges. Earned badges are permanent. Badges without a rule are assigned in the database. */
import type { Contributions } from './badge.queries.ts'

export const YEAR_MS = 365 * 86_400_000

interface BadgeRule {
  name: string
  /** Text of the condition, as the about page states it. */
  earnedBy: string
  isEarned(contributions: Contributions, now: number): boolean
}

export const BADGE_RULES: readonly BadgeRule[] = [
  { name: 'First Post', earnedBy: 'a first topic or reply', isEarned: ({ topics, replies }) => topics + replies >= 1 },
  { name: 'Helpful Neighbour', earnedBy: 'ten upvotes on your replies', isEarned: ({ replyUpvotes }) => replyUpvotes >= 10 },
  {
    name: 'Early Adopter',
    earnedBy: 'reviews of three products',
    isEarned: ({ reviews }) => reviews >= 3,
  },
  {
    name: 'Meter Reader',
    earnedBy: 'twenty-five topics and replies',
    isEarned: ({ topics, replies }) => topics + replies >= 25,
  },
  { name: 'Trusted Reviewer', earnedBy: 'three reviews of verified purchases', isEarned: ({ verifiedReviews }) => verifiedReviews >= 3 },
  {
    name: 'Founding Member',
    earnedBy: 'being among the first hundred members, for a year',
    isEarned: ({ earlierMemberCount, memberSince }, now) => earlierMemberCount < 100 && now - Date.parse(memberSince) >= YEAR_MS,
  },
]
