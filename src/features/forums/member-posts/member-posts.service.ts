import { assertPublicMember } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { toPlainText } from '#platform/markdown/plain-text.ts'
import { truncateAtWord } from '#wording/cut-text.ts'
import { toCard } from '#features/forums/topic-view.service.ts'
import type { Topic } from '#features/forums/topic.contract.ts'
import type { MemberReply } from './member-posts.contract.ts'
import * as queries from './member-posts.queries.ts'

const EXCERPT_LENGTH = 280

/** @throws AppError 404 for unknown and closed accounts, and while accounts are switched off */
export async function listTopicsOfUser(ctx: Context, userId: number, paging: Paging): Promise<ListResult<Topic>> {
  await assertPublicMember(ctx, userId)
  const { items, total } = await queries.listTopicRowsOfUser(ctx, userId, paging)
  return { items: items.map(toCard), total }
}

/** @throws AppError 404 for unknown and closed accounts, and while accounts are switched off */
export async function listRepliesOfUser(
  ctx: Context,
  userId: number,
  { accepted, ...paging }: Paging & { accepted?: 'yes' | undefined },
): Promise<ListResult<MemberReply>> {
  await assertPublicMember(ctx, userId)
  const { items, total } = await queries.listReplyRowsOfUser(ctx, userId, paging, accepted === 'yes')
  return {
    items: items.map(({ content, ...reply }) => ({
      ...reply,
      excerpt: truncateAtWord(toPlainText(content, EXCERPT_LENGTH), EXCERPT_LENGTH),
    })),
    total,
  }
}
