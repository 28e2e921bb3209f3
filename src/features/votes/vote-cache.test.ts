import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { applyVote, showVote } from './vote-cache.client.ts'
import { myVotesQuery } from './vote.client.ts'

describe('what a vote makes of the counts', () => {
  test.each([
    ['a first vote up', 0, 1, [4, 2, 1]],
    ['a first vote down', 0, -1, [3, 3, -1]],
    ['up again', 1, 1, [3, 2, 1]],
    ['from up to down', 1, -1, [2, 3, -1]],
    ['from down to up', -1, 1, [4, 1, 1]],
    ['an upvote taken back', 1, 0, [2, 2, 0]],
    ['a downvote taken back', -1, 0, [3, 1, 0]],
    ['nothing taken back', 0, 0, [3, 2, 0]],
  ])('%s', (_, yours, value, [upvotes, downvotes, after]) =>
    expect(applyVote({ upvotes: 3, downvotes: 2, yours }, value)).toEqual({ upvotes, downvotes, yours: after }),
  )
})

describe('where it shows', () => {
  const post = (id: number) => ({ id, title: `Post ${id}`, upvotes: 3, downvotes: 2 })
  const counted = { upvotes: 4, downvotes: 2, yours: 1 }
  const on = { topicId: 7 }
  const mine = (client: QueryClient) => client.getQueryData(myVotesQuery(on).queryKey)?.items

  test('on the topic itself and on no other', () => {
    const client = new QueryClient()
    const keys = [7, 8].map((id): QueryKey => ['/api/forums/:id', { params: { id } }])
    for (const [at, key] of keys.entries()) client.setQueryData(key, post(7 + at))
    showVote(client, on, 'topic', 7, counted)
    expect(keys.map((key) => client.getQueryData(key))).toEqual([{ ...post(7), upvotes: 4 }, post(8)])
    expect(mine(client)).toEqual([{ subject: 'topic', id: 7, value: 1 }])
  })

  test('in every list that holds the reply, whose other entries stay', () => {
    const client = new QueryClient()
    const keys = [1, 2].map((page): QueryKey => ['/api/forum-replies/:forumId', { params: { forumId: 7 }, query: { page } }])
    for (const key of keys) client.setQueryData(key, { items: [post(1), post(2)], total: 2 })
    client.setQueryData(['/api/reviews', {}], { items: [post(2)], total: 1 })
    showVote(client, on, 'reply', 2, counted)
    for (const key of keys) expect(client.getQueryData(key)).toEqual({ items: [post(1), { ...post(2), upvotes: 4 }], total: 2 })
    // A review with the same number is something else.
    expect(client.getQueryData(['/api/reviews', {}])).toEqual({ items: [post(2)], total: 1 })
  })

  test('among one’s own votes: in place of the earlier one, and gone when taken back', () => {
    const client = new QueryClient()
    const others = [
      { subject: 'reply', id: 3, value: -1 },
      { subject: 'topic', id: 2, value: 1 },
    ]
    client.setQueryData(myVotesQuery(on).queryKey, { items: [...others, { subject: 'reply', id: 2, value: -1 }], total: 3 } as never)
    showVote(client, on, 'reply', 2, counted)
    expect(mine(client)).toEqual([...others, { subject: 'reply', id: 2, value: 1 }])
    showVote(client, on, 'reply', 2, { ...counted, yours: 0 })
    expect(mine(client)).toEqual(others)
  })

  test('what has not been asked for is not made up', () => {
    const client = new QueryClient()
    client.setQueryData(['/api/reviews', {}], undefined)
    showVote(client, { productId: 4 }, 'review', 2, counted)
    expect(client.getQueryData(['/api/reviews', {}])).toBeUndefined()
  })
})
