/** Contract of public member profiles. Private fields, such as the email, are for administrators only. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'

export const User = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  level: z.number(),
  reputationPoints: z.number(),
  /** JSON text with the numbers of posts, replies, reviews, upvotes and downvotes. */
  contributions: z.string(),
  posts: z.number(),
  replies: z.number(),
  reviews: z.number(),
  memberSince: z.string(),
  lastActive: z.string().nullable(),
  /** Whether the member is demo content: an invented person. */
  isDemo: z.boolean(),
})
export type User = z.infer<typeof User>

export const Badge = z.object({ id: z.number(), name: z.string(), level: z.number() })
export const HeldBadge = z.object({ badge: Badge, earnedAt: z.string() })
export type HeldBadge = z.infer<typeof HeldBadge>

export const USER_SORTS = ['username', 'points', 'active', 'joined'] as const
export const UserState = z.enum(['active', 'restricted', 'deleted'])

/** Member in a list. Administrators get all fields, everyone else only those of `User`. */
export const ListedUser = User.extend({
  /** The confirmed email or, if there is none, the unconfirmed one; null if there is neither. */
  email: z.string().nullable().optional(),
  isEmailConfirmed: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  state: UserState.optional(),
  hasSecondFactor: z.boolean().optional(),
  /** Whether the account has a password and is not closed. */
  canSignIn: z.boolean().optional(),
})
export type ListedUser = z.infer<typeof ListedUser>

/**
 * Query of the member list. All parameters except paging require an administrator. `search` covers username, email and display name. Only `state=deleted` lists
 * closed accounts.
 */
export const UserListQuery = Paging.extend({
  search: SearchTerm,
  role: z.enum(['admin', 'user']).optional(),
  state: UserState.optional(),
  sort: z.enum(USER_SORTS).optional(),
})
export type UserListQuery = z.infer<typeof UserListQuery>

export const listUsersEndpoint = endpoint('GET /api/users', {
  summary: 'List members.',
  query: UserListQuery,
  response: z.array(ListedUser),
  extraStatuses: [403],
  list: true,
})
export const getUserEndpoint = endpoint('GET /api/users/:id', {
  summary: 'Get a member.',
  params: z.object({ id: Id }),
  response: User,
  feature: 'userAccounts',
})
export const userBadgesEndpoint = endpoint('GET /api/users/:id/badges', {
  summary: 'List the badges of a member, highest level first.',
  params: z.object({ id: Id }),
  response: z.array(HeldBadge),
  list: true,
  feature: 'userAccounts',
})
