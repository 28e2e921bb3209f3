/** People as everyone may see them: no email, no password, no address. */
import { z } from 'zod'
import { endpoint, Id, Paging } from '#platform/endpoint.ts'

export const User = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  level: z.number(),
  reputationPoints: z.number(),
  /** JSON text with posts, replies, reviews, upvotes and downvotes. */
  contributions: z.string(),
  posts: z.number(),
  replies: z.number(),
  reviews: z.number(),
  memberSince: z.string(),
  lastActive: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const Badge = z.object({ id: z.number(), name: z.string(), level: z.number() })
export const HeldBadge = z.object({ badge: Badge, earnedAt: z.string() })
export type HeldBadge = z.infer<typeof HeldBadge>

export const listUsersEndpoint = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Members.',
  query: Paging,
  reply: z.array(User),
  list: true,
})
export const getUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'One member.',
  params: z.object({ id: Id }),
  reply: User,
})
export const userBadgesEndpoint = endpoint({
  method: 'GET',
  path: '/api/users/:id/badges',
  summary: "A member's badges, each wrapped in an item.",
  params: z.object({ id: Id }),
  reply: z.array(HeldBadge),
})
