import { expect, it } from 'vitest'
import { parseContributions } from './contribution.policy.ts'

const NONE = { posts: 0, replies: 0, reviews: 0, upvotes: 0, downvotes: 0 }

it('parses the counts', () => {
  expect(parseContributions('{"posts":3,"replies":12,"reviews":1,"upvotes":40,"downvotes":2}')).toEqual({
    posts: 3,
    replies: 12,
    reviews: 1,
    upvotes: 40,
    downvotes: 2,
  })
})

it.each([undefined, null, '', '{', 'null', '[]', '7', '"posts"'])('returns zero counts for %j', (json) => {
  expect(parseContributions(json)).toEqual(NONE)
})

it('replaces invalid counts with 0 and keeps the valid ones', () => {
  expect(parseContributions('{"posts":"5","replies":-1,"reviews":null,"upvotes":2.9,"others":4}')).toEqual({ ...NONE, upvotes: 2 })
})
