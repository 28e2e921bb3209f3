/** What a member takes along: everything that the site holds about them. */
import { endpoint } from '#platform/endpoint.ts'
import { z } from '#platform/zod.ts'
import { OwnAccount } from '#features/accounts/account.contract.ts'
import { exportAccountCall } from '#features/accounts/account.endpoints.ts'

const Post = z.object({ id: z.number(), content: z.string(), createdAt: z.string(), upvotes: z.number(), downvotes: z.number() })
/** Rows as they are kept, without what is secret. */
export const AccountExport = z.object({
  site: z.string(),
  exportedAt: z.string(),
  account: z.object({
    ...OwnAccount.pick({ id: true, username: true, email: true, displayName: true, avatarUrl: true, isAdmin: true }).shape,
    level: z.number(),
    reputationPoints: z.number(),
    memberSince: z.string(),
    lastActive: z.string().nullable(),
    restrictedAt: z.string().nullable(),
    secondFactorSince: z.string().nullable(),
  }),
  badges: z.array(z.object({ name: z.string(), earnedAt: z.string() })),
  topics: z.array(Post.extend({ title: z.string(), categoryId: z.number().nullable(), status: z.string() })),
  replies: z.array(Post.extend({ topicId: z.number(), status: z.string() })),
  reviews: z.array(Post.extend({ productId: z.number(), rating: z.number(), title: z.string() })),
  votes: z.array(z.object({ subject: z.string(), id: z.number(), value: z.number(), createdAt: z.string() })),
  points: z.array(
    z.object({
      points: z.number(),
      reason: z.string(),
      subject: z.string().nullable(),
      subjectId: z.number().nullable(),
      createdAt: z.string(),
    }),
  ),
  enquiries: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      address: z.string(),
      message: z.string().nullable(),
      product: z.string(),
      price: z.string(),
      status: z.string(),
      createdAt: z.string(),
    }),
  ),
  sessions: z.array(z.object({ browser: z.string(), createdAt: z.string(), lastSeenAt: z.string(), expiresAt: z.string() })),
  newsletter: z
    .object({ email: z.string(), subscribedAt: z.string(), confirmedAt: z.string().nullable(), page: z.string().nullable() })
    .nullable(),
})
export type AccountExport = z.infer<typeof AccountExport>

export const exportAccountEndpoint = endpoint({
  ...exportAccountCall,
  access: 'member',
  summary: 'Everything this site holds about me, as a JSON file.',
  response: AccountExport,
  contentType: 'application/json; charset=utf-8',
})
