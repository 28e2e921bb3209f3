/** People as everyone may see them: no email, no password, no address. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'

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

export const USER_SORTS = ['username', 'points', 'active', 'joined'] as const
export const UserState = z.enum(['active', 'restricted', 'deleted'])

/** Answered to administrators in full, to everybody else as `User`. `canSignIn`: has a password and is not closed. */
export const ListedUser = User.extend({
  /** What they gave, while none is confirmed. */
  email: z.string().nullable().optional(),
  isEmailConfirmed: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  state: UserState.optional(),
  hasSecondFactor: z.boolean().optional(),
  canSignIn: z.boolean().optional(),
})
export type ListedUser = z.infer<typeof ListedUser>

/** Every parameter but the paging is for administrators. `search` looks at username, email and display name; closed accounts are listed with `state=deleted` alone. */
export const UserListQuery = Paging.extend({
  search: SearchTerm,
  role: z.enum(['admin', 'user']).optional(),
  state: UserState.optional(),
  sort: z.enum(USER_SORTS).optional(),
})
export type UserListQuery = z.infer<typeof UserListQuery>

export const listUsersEndpoint = endpoint('GET /api/users', {
  summary: 'Members.',
  query: UserListQuery,
  response: z.array(ListedUser),
  extraStatuses: [403],
  list: true,
})
export const getUserEndpoint = endpoint('GET /api/users/:id', {
  summary: 'One member.',
  params: z.object({ id: Id }),
  response: User,
  feature: 'userAccounts',
})
export const userBadgesEndpoint = endpoint('GET /api/users/:id/badges', {
  summary: "A member's badges, each wrapped in an item.",
  params: z.object({ id: Id }),
  response: z.array(HeldBadge),
  list: true,
  feature: 'userAccounts',
})
