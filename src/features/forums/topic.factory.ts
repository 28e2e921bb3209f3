import type { Moderation } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { insertTopic } from './topic.queries.ts'

export interface TopicToMake {
  title?: string
  content?: string
  categoryId?: number
  userId?: number
  createdAt?: string
  views?: number
  status?: Moderation
}

export async function makeTopic(ctx: Pick<Context, 'db'>, given: TopicToMake = {}): Promise<number> {
  const id = await insertTopic(ctx, {
    title: given.title ?? 'A question',
    content: given.content ?? 'How long does it take?',
    categoryId: given.categoryId ?? 1,
    userId: given.userId ?? GUEST_ID,
    createdAt: given.createdAt ?? new Date().toISOString(),
    status: given.status ?? 'visible',
  })
  if (given.views) await ctx.db.updateTable('topics').set({ views: given.views }).where('id', '=', id).execute()
  return id
}
