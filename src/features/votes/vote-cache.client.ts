/** Where counts and votes stand in the browser's data: a vote is shown before it has arrived, and taken back when it fails. */
import type { QueryClient } from '@tanstack/react-query'
import { pathOf } from '#platform/client/api.client.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { myVotesQuery, type MyVote, type VoteForm } from './vote.client.ts'

export interface VoteState {
  upvotes: number
  downvotes: number
  /** One's own: 1, -1, or 0 for none. */
  yours: number
}
type Subject = VoteForm['subject']
type Post = { id: number; upvotes: number; downvotes: number }

/** The calls that answer posts of each kind. */
const ANSWERED_BY: Record<Subject, string[]> = {
  topic: [pathOf('GET /api/forums/:id')],
  reply: [pathOf('GET /api/forum-replies/:forumId')],
  review: [pathOf('GET /api/reviews')],
}

/** What a vote makes of the counts; 0 takes one's own back. */
export const applyVote = ({ upvotes, downvotes, yours }: VoteState, value: number): VoteState => ({
  upvotes: upvotes + Number(value === 1) - Number(yours === 1),
  downvotes: downvotes + Number(value === -1) - Number(yours === -1),
  yours: value,
})

export function showVote(
  queryClient: QueryClient,
  on: { topicId: number } | { productId: number },
  subject: Subject,
  id: number,
  { upvotes, downvotes, yours }: VoteState,
): void {
  const counted = <P extends Post>(post: P): P => (post.id === id ? { ...post, upvotes, downvotes } : post)
  for (const path of ANSWERED_BY[subject]) {
    queryClient.setQueriesData<Post | { items: Post[] }>(
      { queryKey: [path] },
      (old) => old && ('items' in old ? { ...old, items: old.items.map(counted) } : counted(old)),
    )
  }
  queryClient.setQueryData<ListResult<MyVote>>(myVotesQuery(on).queryKey, (old) => {
    const others = old?.items.filter((one) => one.subject !== subject || one.id !== id) ?? []
    const items = [...others, ...(yours ? [{ subject, id, value: yours }] : [])]
    return { items, total: items.length }
  })
}
