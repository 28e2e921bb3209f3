/** Who posted something is told what was decided about it; who would have heard of it hears nothing of what is hidden. */
import type { Moderation } from '#db/tables.ts'
import { sendNotices, originForMail, removeNoticesAbout, retractNotice } from '#features/notices/notice.service.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { Context } from '#platform/contract/context.ts'

interface Decided {
  type: 'topic' | 'reply'
  id: number
  userId: number
  topicId: number
  title: string
  before: Moderation
  after: Moderation
  reason?: string | undefined
}

/** Call it in the transaction of the decision. */
export async function tellDecision(ctx: Context, { type, id, userId, topicId, title, before, after, reason }: Decided): Promise<void> {
  if (before === after) return
  if (before === 'visible') await hideNotices(ctx, { type, id, userId, topicId })
  const what = `Your ${type === 'topic' ? 'topic' : 'reply in'} “${title}”`
  const said =
    after === 'visible'
      ? before === 'waiting'
        ? 'has been approved'
        : 'can be seen again'
      : before === 'waiting'
        ? 'has not been approved'
        : 'has been hidden'
  await sendNotices(ctx, [
    {
      userId,
      kind: 'moderation',
      about: `${type}:${id}:${after}`,
      title: reason ? `${what} ${said}: ${reason}` : `${what} ${said}`,
      path: decisionPath({ type, id, topicId, after }),
      origin: originForMail(ctx),
      actorId: ctx.viewer?.id ?? null,
      firstItem: 0,
      lastItem: 0,
      items: 1,
    },
  ])
}

/** A reply that can be seen is linked itself; of a hidden one there is its topic, of a hidden topic the rules. */
function decisionPath({ type, id, topicId, after }: Pick<Decided, 'type' | 'id' | 'topicId' | 'after'>): string {
  if (type === 'topic') return after === 'visible' ? pathTo('/forum/:id', { id: topicId }) : '/about#guidelines'
  return after === 'visible' ? replyPath(topicId, id) : pathTo('/forum/:id', { id: topicId })
}

/** What nobody sees any more: a reply, or a topic with all of them. */
export const hideNotices = (
  ctx: Pick<Context, 'db'>,
  { type, id, userId, topicId }: Pick<Decided, 'type' | 'id' | 'userId' | 'topicId'>,
): Promise<void> =>
  type === 'topic' ? removeNoticesAbout(ctx, `topic:${id}`) : retractNotice(ctx, 'reply', `topic:${topicId}`, id, userId)
