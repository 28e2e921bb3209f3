/** What an administrator does to a topic. Each kind of change is an entry of its own in the audit log. */
import { clearTombstone, addTombstone } from '#features/redirects/tombstone.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { assertCategory } from '#features/categories/category.service.ts'
import { moveToTrash, restoreRows, type RestoreHook, type TrashedRows } from '#features/trash/trash.service.ts'
import { changedColumns } from '#db/changes/changed-columns.ts'
import { foldText } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { assertVersion } from '#platform/contract/version.ts'
import type { TopicChange } from '#features/forums/moderation/moderation.contract.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import * as posts from './post-change.queries.ts'
import { renderPost } from './post-html.service.ts'
import { moderationAction, syncPostPoints } from './post-points.service.ts'
import type { Topic } from './topic.contract.ts'
import { listWatchRows } from '#features/forums/watching/watch.queries.ts'
import { hideNotices, tellDecision } from '#features/forums/watching/moderation-notice.service.ts'
import * as topics from './topic.queries.ts'

export async function changeTopic(ctx: Context, id: number, change: TopicChange): Promise<Topic> {
  if (change.categoryId !== undefined) await assertCategory(ctx, change.categoryId)
  const changed = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await posts.lockTopic(inside, id)
    const before = await posts.findTopicRow(inside, id)
    if (!before) throw notFound('topic')
    if (change.version !== undefined && change.version !== before.version) {
      const current = await topics.findTopic(inside, id)
      if (current) assertVersion(change.version, textOf(change), { version: before.version, fields: current, current })
    }
    const after = { ...before, ...columnsOf(change) }
    const words = {
      search_text: foldText(after.title, after.content),
      ...(isEdited(before, after) || before.status !== after.status ? { changed_at: posts.currentTimestamp() } : {}),
      ...(isEdited(before, after) ? { version: before.version + 1 } : {}),
    }
    await posts.updateTopic(inside, id, { ...changedColumns(before, after), ...words })
    const actions = actionsOf(before, after)
    if (actions.length > 0) await announceEvent(inside, 'topic.changed', toEventData(after))
    for (const action of actions)
      await recordAudit(inside, {
        action,
        subject: { type: 'topic', id, title: after.title },
        before: told(before, action),
        after: told(after, action),
      })
    if (before.status !== after.status) {
      await syncTopicPoints(inside, after)
      const { user_id: userId, status } = before
      const decided = { type: 'topic', id, userId, topicId: id, title: after.title, before: status, after: after.status } as const
      await tellDecision(inside, { ...decided, reason: change.reason })
    }
    const topic = await topics.findTopic(inside, id)
    if (!topic) throw notFound('topic')
    return topic
  })
  return renderPost(ctx, changed)
}

/** Of the topic and its replies, which can be seen with it alone. */
async function syncTopicPoints(ctx: Pick<Context, 'db'>, topic: posts.TopicRow): Promise<void> {
  await syncPostPoints(ctx, 'topic', topic)
  for (const reply of await posts.listReplyRowsOfTopic(ctx, topic.id)) await syncPostPoints(ctx, 'reply', reply, topic.status === 'visible')
}

/** Receivers of webhooks learn no title that is not public. */
const toEventData = ({ id, title, category_id: categoryId, status }: posts.TopicRow) => ({
  id,
  title: status === 'visible' ? title : null,
  categoryId,
  status,
})

/** Pinning, locking and approving do not overwrite text. */
const textOf = ({ title, content, categoryId }: TopicChange) => ({ title, content, categoryId })

/** Only what is sent changes. */
const columnsOf = ({ title, content, categoryId, isPinned, isLocked, status }: TopicChange) => ({
  ...(title === undefined ? {} : { title }),
  ...(content === undefined ? {} : { content }),
  ...(categoryId === undefined ? {} : { category_id: categoryId }),
  ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
  ...(isLocked === undefined ? {} : { is_locked: isLocked }),
  ...(status === undefined ? {} : { status }),
})

type Row = Pick<posts.TopicRow, 'title' | 'content' | 'category_id' | 'is_pinned' | 'is_locked' | 'status'>

const isEdited = (before: Row, after: Row): boolean =>
  before.title !== after.title || before.content !== after.content || before.category_id !== after.category_id

function actionsOf(before: Row, after: Row): string[] {
  return [
    ...(isEdited(before, after) ? ['topic.edit'] : []),
    ...(before.is_pinned === after.is_pinned ? [] : [after.is_pinned ? 'topic.pin' : 'topic.unpin']),
    ...(before.is_locked === after.is_locked ? [] : [after.is_locked ? 'topic.lock' : 'topic.unlock']),
    ...(before.status === after.status ? [] : [moderationAction('topic', before.status, after.status)]),
  ]
}

/** The fields that an entry is about, by the names of the contract. */
function told({ title, content, category_id: categoryId, is_pinned: isPinned, is_locked: isLocked, status }: Row, action: string): object {
  if (action === 'topic.edit') return { title, content, categoryId }
  if (action.endsWith('pin')) return { isPinned }
  return action.endsWith('lock') ? { isLocked } : { status }
}

/** The topic with its replies and all votes on them; points of all who wrote there go too, and come back with it. */
export async function deleteTopic(ctx: Context, id: number): Promise<{ id: number; trashId: number }> {
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db }
    await posts.lockTopic(inside, id)
    const topic = await posts.findTopicRow(inside, id)
    if (!topic) throw notFound('topic')
    const replies = await posts.listReplyRowsOfTopic(inside, id)
    const replyIds = replies.map((reply) => reply.id)
    const votes = [...(await posts.listVoteRows(inside, 'topic', [id])), ...(await posts.listVoteRows(inside, 'reply', replyIds))]
    const rows: TrashedRows = {
      tables: [
        ['topics', [topic]],
        ['replies', replies],
        ['topic_watches', await listWatchRows(inside, id)],
        ['votes', votes],
      ],
    }
    const trashId = await moveToTrash(inside, { kind: 'topic', subjectId: id, title: topic.title, rows })
    await posts.deleteTopicRows(inside, id, replyIds)
    await hideNotices(inside, { type: 'topic', id, userId: topic.user_id, topicId: id })
    if (topic.status === 'visible') await addTombstone(inside, 'topic', id, String(id))
    await syncPostPoints(inside, 'topic', topic, false)
    for (const reply of replies) await syncPostPoints(inside, 'reply', reply, false)
    await announceEvent(inside, 'topic.deleted', { ...toEventData(topic), title: null })
    return { id, trashId }
  })
}

export const restoreTopic: RestoreHook = async (ctx, { subjectId: id }, rows) => {
  await restoreRows(ctx, rows)
  await clearTombstone(ctx, 'topic', id)
  const topic = await posts.findTopicRow(ctx, id)
  if (!topic) throw notFound('topic')
  await syncTopicPoints(ctx, topic)
  await announceEvent(ctx, 'topic.created', toEventData(topic))
}
