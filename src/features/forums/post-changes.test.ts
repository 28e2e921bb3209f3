/** Tests what an administrator's change to a post causes: audit entries, webhook events and notifications. */
import { describe, expect, test } from 'vitest'
import type { Moderation } from '#db/tables.ts'
import { addReply, admin, author, ctx, entries, events, notices, rowOf, useForumFixture } from '#tests/support/forum-fixture.ts'
import type { ReplyChange, TopicChange } from './moderation/moderation.contract.ts'
import { changeReply, deleteReply } from './replies/reply-change.service.ts'
import { changeTopic, deleteTopic } from './topic-change.service.ts'
import { makeTopic } from './topic.factory.ts'

useForumFixture()

describe('changing a topic', () => {
  test.each<[TopicChange, string, object, object]>([
    [{ title: 'New' }, 'topic.edit', { title: 'Old' }, { title: 'New' }],
    [{ content: 'New words' }, 'topic.edit', { content: 'Words' }, { content: 'New words' }],
    [{ categoryId: 2 }, 'topic.edit', { categoryId: 1 }, { categoryId: 2 }],
    [{ isPinned: true }, 'topic.pin', { isPinned: false }, { isPinned: true }],
    [{ isLocked: true }, 'topic.lock', { isLocked: false }, { isLocked: true }],
    [{ status: 'hidden' }, 'topic.hide', { status: 'visible' }, { status: 'hidden' }],
  ])('with %j is logged as %s and published as topic.changed', async (change, action, before, after) => {
    const id = await makeTopic(ctx, { title: 'Old', content: 'Words', userId: author.id })
    const changed = await changeTopic(ctx, id, change)
    expect(changed).toMatchObject({ id, ...change })
    expect(await entries()).toEqual([[action, 'topic', id, change.title ?? 'Old', before, after]])
    const eventData = {
      id,
      title: change.status === 'hidden' ? null : (change.title ?? 'Old'),
      categoryId: change.categoryId ?? 1,
      status: change.status ?? 'visible',
    }
    expect(await events()).toEqual([['topic.changed', eventData]])
    const row = await rowOf(id)
    expect(row.search_text).toContain((change.title ?? 'old').toLowerCase())
    expect(row.search_text).toContain((change.content ?? 'words').toLowerCase())
    expect(row.changed_at === null).toBe(action !== 'topic.edit' && action !== 'topic.hide')
  })

  test('logs one entry for each kind of change, and none if every value stays the same', async () => {
    const id = await makeTopic(ctx, { title: 'Old', content: 'Words' })
    await ctx.db.updateTable('topics').set({ is_pinned: true, is_locked: true }).where('id', '=', id).execute()
    await changeTopic(ctx, id, { title: 'Old', content: 'Words', categoryId: 1, isPinned: true, isLocked: true, status: 'visible' })
    await changeTopic(ctx, id, {})
    expect(await entries()).toEqual([])
    expect(await events()).toEqual([])
    expect(await notices()).toEqual([])
    await changeTopic(ctx, id, { title: 'New', isPinned: false, isLocked: false, status: 'hidden' })
    expect((await entries()).map(([action, , , title]) => [action, title])).toEqual([
      ['topic.edit', 'New'],
      ['topic.unpin', 'New'],
      ['topic.unlock', 'New'],
      ['topic.hide', 'New'],
    ])
    expect(await events()).toHaveLength(1)
  })

  test('fails with 400 for an unknown category; changing and deleting unknown topics and replies fail with 404', async () => {
    const id = await makeTopic(ctx)
    await expect(changeTopic(ctx, id, { categoryId: 999 })).rejects.toMatchObject({ status: 400 })
    for (const call of [() => changeTopic(ctx, 999_999, {}), () => deleteTopic(ctx, 999_999)])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'topic.not_found', message: 'No such topic.' })
    for (const call of [() => changeReply(ctx, 999_999, {}), () => deleteReply(ctx, 999_999)])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'reply.not_found', message: 'No such reply.' })
  })
})

describe('the author of a topic or reply is notified when its status changes', () => {
  test.each<[Moderation, Moderation, string | undefined, string, string]>([
    ['waiting', 'visible', undefined, 'topic.approve', 'has been approved'],
    ['waiting', 'hidden', undefined, 'topic.reject', 'has not been approved'],
    ['waiting', 'hidden', 'Spam', 'topic.reject', 'has not been approved: Spam'],
    ['hidden', 'visible', undefined, 'topic.show', 'is visible again'],
    ['visible', 'hidden', 'Rude', 'topic.hide', 'has been hidden: Rude'],
    ['visible', 'hidden', '', 'topic.hide', 'has been hidden'],
  ])('from %s to %s with the reason %j', async (before, after, reason, action, outcome) => {
    const topic = await makeTopic(ctx, { title: 'Peat', userId: author.id, status: before })
    await changeTopic(ctx, topic, { status: after as never, ...(reason === undefined ? {} : { reason }) })
    const other = await makeTopic(ctx, { title: 'Peat' })
    const reply = await addReply(other, { status: before })
    const change: ReplyChange = { status: after as never, ...(reason === undefined ? {} : { reason }) }
    await changeReply(ctx, reply, change)
    const notice = {
      user_id: author.id,
      kind: 'moderation',
      origin: 'https://green.example',
      actor_id: admin.id,
      first_item: 0,
      last_item: 0,
      items: 1,
      is_demo: false,
    }
    expect(await notices()).toEqual([
      {
        ...notice,
        about: `topic:${topic}:${after}`,
        title: `Your topic “Peat” ${outcome}`,
        path: after === 'visible' ? `/forum/${topic}` : '/about#guidelines',
      },
      {
        ...notice,
        about: `reply:${reply}:${after}`,
        title: `Your reply in “Peat” ${outcome}`,
        path: after === 'visible' ? `/forum/${other}?reply=${reply}#reply-${reply}` : `/forum/${other}`,
      },
    ])
    expect(await entries()).toEqual([
      [action, 'topic', topic, 'Peat', { status: before }, { status: after }],
      [action.replace('topic', 'reply'), 'reply', reply, 'Reply to “Peat”', { status: before }, { status: after }],
    ])
    const jobs = (await ctx.db.selectFrom('queued_jobs').select('kind').where('kind', 'like', 'forums.%').execute()).map(({ kind }) => kind)
    expect(jobs).toEqual(after !== 'visible' ? [] : [before === 'waiting' ? 'forums.tell-late-reply' : 'forums.tell-watchers'])
    const { approved_at: approvedAt } = await ctx.db
      .selectFrom('replies')
      .select('approved_at')
      .where('id', '=', reply)
      .executeTakeFirstOrThrow()
    expect(approvedAt !== null).toBe(before === 'waiting' && after === 'visible')
  })
})

describe('changing a reply', () => {
  test('logs both versions and marks its topic as changed', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const id = await addReply(topic, { content: 'Old' })
    expect(await changeReply(ctx, id, { content: 'New' })).toMatchObject({ id, content: 'New' })
    expect(await entries()).toEqual([['reply.edit', 'reply', id, 'Reply to “Peat”', { content: 'Old' }, { content: 'New' }]])
    expect(await events()).toEqual([['reply.changed', { id, topicId: topic, status: 'visible' }]])
    expect((await rowOf(topic)).changed_at).not.toBeNull()
    await changeReply(ctx, id, { content: 'New', status: 'visible' })
    await changeReply(ctx, id, {})
    expect(await entries()).toHaveLength(1)
    expect(await events()).toHaveLength(1)
    expect(await notices()).toEqual([])
  })
  test('updates the reply count when it is hidden, shown or deleted; deleting it withdraws its notification', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const [firstId, secondId] = [await addReply(topic), await addReply(topic)]
    await changeReply(ctx, firstId, { status: 'hidden' })
    expect((await rowOf(topic)).reply_count).toBe(1)
    await changeReply(ctx, firstId, { status: 'visible' })
    expect((await rowOf(topic)).reply_count).toBe(2)
    const noticeRow = {
      user_id: admin.id,
      kind: 'reply',
      about: `topic:${topic}`,
      title: 'Peat',
      path: '/',
      origin: '',
      actor_id: author.id,
      at: new Date().toISOString(),
    } as const
    await ctx.db
      .insertInto('notices')
      .values({ ...noticeRow, items: 1, first_item: secondId, last_item: secondId })
      .execute()
    expect(await deleteReply(ctx, secondId)).toEqual({ id: secondId, trashId: expect.any(Number) })
    expect((await rowOf(topic)).reply_count).toBe(1)
    expect((await notices()).filter(({ kind }) => kind === 'reply')).toEqual([])
    expect((await events()).at(-1)).toEqual(['reply.deleted', { id: secondId, topicId: topic, status: 'visible' }])
    const trashed = await ctx.db.selectFrom('trash').select(['kind', 'subject_id', 'title']).orderBy('id', 'desc').executeTakeFirst()
    expect(trashed).toEqual({ kind: 'reply', subject_id: secondId, title: 'Reply to “Peat”' })
  })
  test('is not published when its topic is deleted: only topic.deleted is, and a visible topic leaves a tombstone', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    await addReply(topic)
    expect(await deleteTopic(ctx, topic)).toEqual({ id: topic, trashId: expect.any(Number) })
    expect(await events()).toEqual([['topic.deleted', { id: topic, title: null, categoryId: 1, status: 'visible' }]])
    expect(await ctx.db.selectFrom('replies').select('id').where('topic_id', '=', topic).execute()).toEqual([])
    const hidden = await makeTopic(ctx, { title: 'Moss', status: 'hidden' })
    await deleteTopic(ctx, hidden)
    const tombstones = await ctx.db.selectFrom('gone_addresses').selectAll().execute()
    expect(tombstones.map((row) => JSON.stringify(row)).filter((row) => row.includes(`"${topic}"`))).toHaveLength(1)
    expect(tombstones.map((row) => JSON.stringify(row)).filter((row) => row.includes(`"${hidden}"`))).toEqual([])
  })
})
