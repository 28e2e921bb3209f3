/** What a member has given, counted. */
export interface ContributionCounts {
  posts: number
  replies: number
  reviews: number
  upvotes: number
  downvotes: number
}

/** Reads the counts from their JSON text; what is missing or malformed counts as 0. */
export function parseContributions(json: string | null | undefined): ContributionCounts {
  const given = parse(json ?? '')
  return {
    posts: countOf(given['posts']),
    replies: countOf(given['replies']),
    reviews: countOf(given['reviews']),
    upvotes: countOf(given['upvotes']),
    downvotes: countOf(given['downvotes']),
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
