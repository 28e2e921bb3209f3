import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { applyVote, showVote } from './vote-cache.client.ts'
import { myVotesQuery } from './vote.client.ts'

describe('applyVote calculates the counts', () => {
  test.each([
    ['for a first upvote', 0, 1, [4, 2, 1]],
    ['for a first downvote', 0, -1, [3, 3, -1]],
    ['for a repeated upvote', 1, 1, [3, 2, 1]],
    ['when an upvote becomes a downvote', 1, -1, [2, 3, -1]],
    ['when a downvote becomes an upvote', -1, 1, [4, 1, 1]],
    ['when an upvote is withdrawn', 1, 0, [2, 2, 0]],
    ['when a downvote is withdrawn', -1, 0, [3, 1, 0]],
    ['when there is no vote to withdraw', 0, 0, [3, 2, 0]],
  ])('%s', (_, yours, value, [upvotes, downvotes, after]) =>
    expect(applyVote({ upvotes: 3, downvotes: 2, yours }, value)).toEqual({ upvotes, downvotes, yours: after }),
  )
})

describe('showVote', () => {
  const makePost = (id: number) => ({ id, title: `Post ${id}`, upvotes: 3, downvotes: 2 })
  const UPVOTED = { upvotes: 4, downvotes: 2, yours: 1 }
  const PAGE = { topicId: 7 }
  const getOwnVotes = (client: QueryClient) => client.getQueryData(myVotesQuery(PAGE).queryKey)?.items

  test('updates the topic and no other topic', () => {
    const client = new QueryClient()
    const keys = [7, 8].map((id): QueryKey => ['/api/forums/:id', { params: { id } }])
    for (const [index, key] of keys.entries()) client.setQueryData(key, makePost(7 + index))
    showVote(client, PAGE, 'topic', 7, UPVOTED)
    expect(keys.map((key) => client.getQueryData(key))).toEqual([{ ...makePost(7), upvotes: 4 }, makePost(8)])
    expect(getOwnVotes(client)).toEqual([{ subject: 'topic', id: 7, value: 1 }])
  })

  test('updates the reply in every cached list and leaves other entries unchanged', () => {
    const client = new QueryClient()
    const keys = [1, 2].map((page): QueryKey => ['/api/forum-replies/:forumId', { params: { forumId: 7 }, query: { page } }])
    for (const key of keys) client.setQueryData(key, { items: [makePost(1), makePost(2)], total: 2 })
    client.setQueryData(['/api/reviews', {}], { items: [makePost(2)], total: 1 })
    showVote(client, PAGE, 'reply', 2, UPVOTED)
    for (const key of keys) expect(client.getQueryData(key)).toEqual({ items: [makePost(1), { ...makePost(2), upvotes: 4 }], total: 2 })
    // A review with the same id is a different post.
    expect(client.getQueryData(['/api/reviews', {}])).toEqual({ items: [makePost(2)], total: 1 })
  })

  test('replaces the viewer’s earlier vote, and removes a withdrawn one', () => {
    const client = new QueryClient()
    const others = [
      { subject: 'reply', id: 3, value: -1 },
      { subject: 'topic', id: 2, value: 1 },
    ]
    client.setQueryData(myVotesQuery(PAGE).queryKey, { items: [...others, { subject: 'reply', id: 2, value: -1 }], total: 3 } as never)
    showVote(client, PAGE, 'reply', 2, UPVOTED)
    expect(getOwnVotes(client)).toEqual([...others, { subject: 'reply', id: 2, value: 1 }])
    showVote(client, PAGE, 'reply', 2, { ...UPVOTED, yours: 0 })
    expect(getOwnVotes(client)).toEqual(others)
  })

  test('creates no cache entry for data that was not requested', () => {
    const client = new QueryClient()
    client.setQueryData(['/api/reviews', {}], undefined)
    showVote(client, { productId: 4 }, 'review', 2, UPVOTED)
    expect(client.getQueryData(['/api/reviews', {}])).toBeUndefined()
  })
})
