export interface ContributionCounts {
  posts: number
  replies: number
  reviews: number
  upvotes: number
  downvotes: number
}

/** Parses the JSON text of `User.contributions`; missing or malformed counts are 0. */
export function parseContributions(json: string | null | undefined): ContributionCounts {
  const input = parse(json ?? '')
  return {
    posts: countOf(input['posts']),
    replies: countOf(input['replies']),
    reviews: countOf(input['reviews']),
    upvotes: countOf(input['upvotes']),
    downvotes: countOf(input['downvotes']),
  }
}

function parse(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

const countOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0)
