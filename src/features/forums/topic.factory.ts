import type { Moderation } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { insertTopic } from './topic.queries.ts'

export interface TopicOverrides {
  title?: string
  content?: string
  categoryId?: number
  userId?: number
  createdAt?: string
  views?: number
  status?: Moderation
  isQuestion?: boolean
}

export async function makeTopic(ctx: Pick<Context, 'db'>, overrides: TopicOverrides = {}): Promise<number> {
  const id = await insertTopic(ctx, {
    title: overrides.title ?? 'A question',
    content: overrides.content ?? 'How long does it take?',
    categoryId: overrides.categoryId ?? 1,
    userId: overrides.userId ?? GUEST_ID,
    createdAt: overrides.createdAt ?? new Date().toISOString(),
    status: overrides.status ?? 'visible',
    isQuestion: overrides.isQuestion ?? false,
  })
  if (overrides.views) await ctx.db.updateTable('topics').set({ views: overrides.views }).where('id', '=', id).execute()
  return id
}
