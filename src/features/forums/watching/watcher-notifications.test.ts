/** Tests how watchers of a topic are notified of new replies. */
import { describe, expect, test } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { addReply, admin, author, ctx, notices, parse, useForumFixture } from '#tests/support/forum-fixture.ts'
import { enqueueLateReplyNotification, lateReplyJobHandlers } from './late-reply.service.ts'
import {
  enqueueWatcherNotification,
  getTopicWatch,
  setTopicWatch,
  WATCHER_BATCH_SIZE,
  watchAfterPosting,
  watchJobHandlers,
} from './watch.service.ts'

useForumFixture()

describe('a watcher of a topic', () => {
  const runJobs = async () => {
    await ctx.db.updateTable('queued_jobs').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('due_at', 'is not', null).execute()
    await runDueJobs(ctx, [...watchJobHandlers, ...lateReplyJobHandlers])
  }
  const asViewer = (viewer: Viewer | null): Context => ({ ...ctx, viewer })

  test('is a member, never a visitor, and can watch only visible topics', async () => {
    const topic = await makeTopic(ctx)
    const isWatching = async () => (await getTopicWatch(asViewer(author), topic)).isWatching
    expect(await isWatching()).toBe(false)
    expect(await setTopicWatch(asViewer(author), topic, true)).toEqual({ isWatching: true })
    expect(await isWatching()).toBe(true)
    expect((await getTopicWatch(asViewer(admin), topic)).isWatching).toBe(false)
    expect(await setTopicWatch(asViewer(author), topic, false)).toEqual({ isWatching: false })
    await watchAfterPosting(asViewer(author), topic, 0)
    await watchAfterPosting(asViewer(null), topic, 0)
    expect(await isWatching()).toBe(false)
    for (const call of [() => getTopicWatch(asViewer(null), topic), () => setTopicWatch(asViewer(null), topic, true)])
      await expect(call()).rejects.toMatchObject({ status: 401, code: 'auth.sign_in_needed' })
    const hidden = await makeTopic(ctx, { status: 'hidden' })
    for (const id of [hidden, 999_999])
      for (const isOn of [true, false])
        await expect(setTopicWatch(asViewer(author), id, isOn)).rejects.toMatchObject({ status: 404, code: 'topic.not_found' })
  })

  test.each(['waiting', 'hidden'] as const)('can stop watching a topic that is %s', async (status) => {
    const topic = await makeTopic(ctx, { status })
    await watchAfterPosting(asViewer(author), topic, 0)
    expect(await setTopicWatch(asViewer(author), topic, false)).toEqual({ isWatching: false })
    expect((await getTopicWatch(asViewer(author), topic)).isWatching).toBe(false)
  })

  test('is notified of new replies, with a link to the first one', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const other = await makeUser(ctx)
    for (let n = 0; n < 49; n += 1) await addReply(topic, { userId: other.id })
    await setTopicWatch(asViewer(author), topic, true)
    await setTopicWatch(asViewer(admin), topic, true)
    const first = await addReply(topic, { userId: other.id })
    const approvedReply = await addReply(topic, { userId: other.id, approvedAt: new Date().toISOString() })
    const replyOfAuthor = await addReply(topic)
    const hidden = await addReply(topic, { userId: other.id, status: 'hidden' })
    await ctx.db.updateTable('topics').set({ reply_count: 52 }).where('id', '=', topic).execute()
    await enqueueWatcherNotification(ctx, topic)
    const { due_at: due } = await ctx.db.selectFrom('queued_jobs').select('due_at').executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(due ?? '') - Date.now() - 10_000)).toBeLessThan(10_000)
    await runJobs()
    const notice = { kind: 'reply', about: `topic:${topic}`, title: 'Peat', origin: 'https://green.example' }
    // The notifications include neither the watcher's own replies nor replies that waited for approval.
    expect(await notices()).toEqual([
      {
        ...notice,
        user_id: admin.id,
        path: `/forum/${topic}?reply=${first}#reply-${first}`,
        actor_id: author.id,
        first_item: first,
        last_item: replyOfAuthor,
        items: 2,
        is_demo: false,
      },
      {
        ...notice,
        user_id: author.id,
        path: `/forum/${topic}?reply=${first}#reply-${first}`,
        actor_id: other.id,
        first_item: first,
        last_item: first,
        items: 1,
        is_demo: false,
      },
    ])
    expect(approvedReply).toBeLessThan(replyOfAuthor)
    expect(hidden).toBeGreaterThan(replyOfAuthor)
    await ctx.db.deleteFrom('notices').execute()
    await enqueueWatcherNotification(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
    await ctx.db.updateTable('topics').set({ status: 'hidden' }).where('id', '=', topic).execute()
    await addReply(topic, { userId: other.id })
    await enqueueWatcherNotification(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
    await ctx.db.updateTable('topics').set({ status: 'visible' }).where('id', '=', topic).execute()
    await enqueueWatcherNotification(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
  })

  test('is notified separately of a reply that waited for approval, in batches', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const watchers: number[] = []
    for (let n = 0; n <= WATCHER_BATCH_SIZE; n += 1) watchers.push((await makeUser(ctx)).id)
    await ctx.db
      .insertInto('topic_watches')
      .values(watchers.map((user_id) => ({ topic_id: topic, user_id, told_reply_id: 1_000_000, created_at: '2026-01-01T00:00:00.000Z' })))
      .execute()
    for (let n = 0; n < 50; n += 1) await addReply(topic)
    const late = await addReply(topic, { approvedAt: '2026-06-01T00:00:00.000Z' })
    await enqueueLateReplyNotification(ctx, topic, late)
    const payload = async () => parse((await ctx.db.selectFrom('queued_jobs').select('payload').executeTakeFirstOrThrow()).payload)
    expect(await payload()).toEqual({ topicId: topic, replyId: late, afterUserId: 0, origin: 'https://green.example' })
    await runJobs()
    await runJobs()
    expect(await notices()).toEqual(
      watchers.map((user_id) => ({
        user_id,
        kind: 'reply',
        about: `topic:${topic}`,
        title: 'Peat',
        path: `/forum/${topic}?reply=${late}#reply-${late}`,
        origin: 'https://green.example',
        actor_id: author.id,
        first_item: late,
        last_item: late,
        items: 1,
        is_demo: false,
      })),
    )
    await ctx.db.deleteFrom('notices').execute()
    const early = await addReply(topic, { approvedAt: '2025-12-31T00:00:00.000Z' })
    const never = await addReply(topic)
    for (const id of [early, never]) await enqueueLateReplyNotification(ctx, topic, id)
    await runJobs()
    expect(await notices()).toEqual([])
  })
})
