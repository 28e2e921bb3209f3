/** Screens the changed text of a published post, so that a link cannot be added to it after it was posted. */
import { parseScreening, screenEdit } from '#features/trust/screening.service.ts'
import type { WaitingReasonCode } from '#features/trust/waiting-reason.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { isAuthorizedAdmin } from '#platform/contract/route.ts'
import type { ReplyChange, TopicChange } from '#features/forums/moderation/moderation.contract.ts'
import * as posts from './post-change.queries.ts'

export interface PostChangeOptions {
  /** Whether the caller notifies the author of a changed status. */
  isSilent?: boolean
  /** Whether the caller has checked that the change is permitted, to the viewer or to the software itself. */
  isAuthorized?: boolean
  /** Result of `screenTopicChange` or `screenReplyChange`: the changed post waits for approval. */
  hold?: string | null
}

/** Call it outside the transaction. @returns null if the topic does not have to wait */
export async function screenTopicChange(ctx: Context, id: number, { title, content }: TopicChange): Promise<string | null> {
  if (!ctx.viewer || isAuthorizedAdmin(ctx) || (title ?? content) === undefined) return null
  const before = await posts.findTopicRow(ctx, id)
  if (before?.user_id !== ctx.viewer.id || before.status !== 'visible') return null
  const after = { kind: 'topic' as const, title: title ?? before.title, content: content ?? before.content }
  return screenEdit(ctx, ctx.viewer.id, { kind: 'topic', title: before.title, content: before.content }, after)
}

/** Call it outside the transaction. @returns null if the reply does not have to wait */
export async function screenReplyChange(ctx: Context, id: number, { content }: ReplyChange): Promise<string | null> {
  if (!ctx.viewer || isAuthorizedAdmin(ctx) || content === undefined) return null
  const before = await posts.findReplyRow(ctx, id)
  if (before?.user_id !== ctx.viewer.id || before.status !== 'visible') return null
  return screenEdit(ctx, ctx.viewer.id, { kind: 'reply', content: before.content }, { kind: 'reply', content })
}

export const listReasons = (hold: string): WaitingReasonCode[] => parseScreening(hold).reasons.map(({ code }) => code)
