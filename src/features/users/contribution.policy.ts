export interface ContributionCounts {
  posts: number
  replies: number
  reviews: number
  upvotes: number
  downvotes: number
}

/** Parses the JSON text of `User.contributions`; missing or malformed counts are 0. */
export function parseContributions(json: string | null | undefined): ContributionCounts {
  const input = parseObject(json ?? '')
  return {
    posts: toCount(input['posts']),
    replies: toCount(input['replies']),
    reviews: toCount(input['reviews']),
    upvotes: toCount(input['upvotes']),
    downvotes: toCount(input['downvotes']),
  }
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return value !== null && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}

const toCount = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0)
