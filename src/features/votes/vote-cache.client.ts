/** Updates vote counts and the viewer's votes in the query cache, before and after the server has responded. */
import type { QueryClient } from '@tanstack/react-query'
import { pathOf } from '#platform/client/api.client.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { myVotesQuery, type MyVote, type VoteForm } from './vote.client.ts'

export interface VoteState {
  upvotes: number
  downvotes: number
  /** The viewer's vote: 1, -1, or 0 for none. */
  yours: number
}
type Subject = VoteForm['subject']
type Post = { id: number; upvotes: number; downvotes: number }

/** API paths whose responses contain the posts of each type. */
const PATHS_BY_SUBJECT: Record<Subject, string[]> = {
  topic: [pathOf('GET /api/forums/:id')],
  reply: [pathOf('GET /api/forum-replies/:forumId')],
  review: [pathOf('GET /api/reviews')],
}

/** Calculates the counts after a vote; `value` 0 withdraws the viewer's vote. */
export const applyVote = ({ upvotes, downvotes, yours }: VoteState, value: number): VoteState => ({
  upvotes: upvotes + Number(value === 1) - Number(yours === 1),
  downvotes: downvotes + Number(value === -1) - Number(yours === -1),
  yours: value,
})

/** Writes counts and the viewer's vote into all cached queries that contain the post. */
export function showVote(
  queryClient: QueryClient,
  page: { topicId: number } | { productId: number },
  subject: Subject,
  id: number,
  { yours, ...counts }: VoteState,
): void {
  showVoteCounts(queryClient, subject, id, counts)
  queryClient.setQueryData<ListResult<MyVote>>(myVotesQuery(page).queryKey, (old) => {
    const others = old?.items.filter((item) => item.subject !== subject || item.id !== id) ?? []
    const items = [...others, ...(yours ? [{ subject, id, value: yours }] : [])]
    return { items, total: items.length }
  })
}

/** Writes the counts into all cached queries that contain the post. */
export function showVoteCounts(
  queryClient: QueryClient,
  subject: Subject,
  id: number,
  { upvotes, downvotes }: Pick<VoteState, 'upvotes' | 'downvotes'>,
): void {
  const setCounts = <P extends Post>(post: P): P => (post.id === id ? { ...post, upvotes, downvotes } : post)
  for (const path of PATHS_BY_SUBJECT[subject]) {
    queryClient.setQueriesData<Post | { items: Post[] }>(
      { queryKey: [path] },
      (old) => old && ('items' in old ? { ...old, items: old.items.map(setCounts) } : setCounts(old)),
    )
  }
}
