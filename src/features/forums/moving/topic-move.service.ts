import { assertCategory } from '#features/categories/category.service.ts'
import { findLevel } from '#features/trust/level.service.ts'
import { MOVE_TOPIC_LEVEL } from '#features/trust/trust.policy.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import { writeAndRenderPost } from '#features/forums/post-html.service.ts'
import { applyTopicChange } from '#features/forums/topic-change.service.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import * as topics from '#features/forums/topic.queries.ts'

/**
 * Moves a visible topic. The audit log names the member.
 * @throws AppError 400 for an unknown category, 403 `topic.move_level` or `user.restricted`, 404
 */
export async function moveTopic(ctx: Context, id: number, categoryId: number): Promise<Topic> {
  if (!ctx.viewer) throw unauthorized()
  const userId = actingUserId(ctx, undefined)
  if (!ctx.viewer.isAdmin && (await findLevel(ctx, userId)) < MOVE_TOPIC_LEVEL)
    throw forbidden('topic.move_level', `You can move topics from level ${MOVE_TOPIC_LEVEL}.`)
  await assertCategory(ctx, categoryId)
  const topic = await topics.findTopic(ctx, id)
  return writeAndRenderPost(ctx, topic?.content ?? '', async (trxCtx) => {
    if ((await topics.findTopic(trxCtx, id))?.status !== 'visible') throw notFound('topic')
    return applyTopicChange(trxCtx, id, { categoryId }, { isAuthorized: true })
  })
}
