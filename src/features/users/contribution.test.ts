import { expect, it } from 'vitest'
import { parseContributions } from './contribution.policy.ts'

const ZERO_COUNTS = { posts: 0, replies: 0, reviews: 0, upvotes: 0, downvotes: 0 }

it('parseContributions parses the counts', () => {
  expect(parseContributions('{"posts":3,"replies":12,"reviews":1,"upvotes":40,"downvotes":2}')).toEqual({
    posts: 3,
    replies: 12,
    reviews: 1,
    upvotes: 40,
    downvotes: 2,
  })
})

it.each([undefined, null, '', '{', 'null', '[]', '7', '"posts"'])(
  'parseContributions returns 0 for every count of the input %j',
  (json) => {
    expect(parseContributions(json)).toEqual(ZERO_COUNTS)
  },
)

it('parseContributions replaces invalid counts with 0, and rounds valid ones down', () => {
  expect(parseContributions('{"posts":"5","replies":-1,"reviews":null,"upvotes":2.9,"others":4}')).toEqual({ ...ZERO_COUNTS, upvotes: 2 })
})
