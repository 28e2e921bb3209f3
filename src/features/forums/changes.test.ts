/** What an administrator’s change of a post writes down, announces and tells its author; and how its watchers hear of replies. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Moderation } from '#db/tables.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { ReplyChange, TopicChange } from './moderation/moderation.contract.ts'
import { changeReply, deleteReply } from './replies/reply-change.service.ts'
import { changeTopic, deleteTopic } from './topic-change.service.ts'
import { makeTopic } from './topic.factory.ts'
import { enqueueTellingLate, lateReplyJobHandlers } from './watching/late-reply.service.ts'
import { enqueueTelling, getTopicWatch, setTopicWatch, SLICE, watchAfterPosting, watchJobHandlers } from './watching/watch.service.ts'

let sites: TestSites
let ctx: Context
let author: Viewer
let admin: Viewer
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  const { main } = sites
  admin = await makeUser(main, { isAdmin: true })
  author = await makeUser(main)
  const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true as const }
  ctx = { db: main.db, site: main, viewer: admin, log: { info() {}, warn() {}, error() {} }, caller }
  const webhook = { url: 'https://hook.example', description: '', secret: 'x', created_at: '2026-01-01T00:00:00.000Z' }
  const events = ['topic.changed', 'topic.deleted', 'topic.created', 'reply.changed', 'reply.deleted', 'reply.created']
  await main.db
    .insertInto('webhooks')
    .values({ ...webhook, events: JSON.stringify(events) })
    .execute()
})
afterAll(() => sites.close())
beforeEach(async () => {
  for (const table of ['notices', 'webhook_deliveries', 'audit_entries', 'queued_jobs'] as const) await ctx.db.deleteFrom(table).execute()
})

const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
const entries = async () =>
  (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) => [
    row.action,
    row.subject_type,
    row.subject_id,
    row.subject_title,
    parse(row.before),
    parse(row.after),
  ])
const events = async () =>
  (await ctx.db.selectFrom('webhook_deliveries').select(['event', 'payload']).orderBy('id').execute()).map(({ event, payload }) => [
    event,
    (JSON.parse(payload) as { data: object }).data,
  ])
const notices = async () =>
  (await ctx.db.selectFrom('notices').selectAll().orderBy('id').execute()).map(
    ({ id: _id, at: _at, read_at: _read, mailed_items: _n, ...row }) => row,
  )
const addReply = async (topicId: number, given: { userId?: number; status?: Moderation; content?: string; approvedAt?: string } = {}) => {
  const { userId = author.id, status = 'visible', content = 'A reply', approvedAt = null } = given
  const row = { topic_id: topicId, user_id: userId, content, status, created_at: new Date().toISOString(), approved_at: approvedAt }
  return (await ctx.db.insertInto('replies').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const rowOf = (id: number) => ctx.db.selectFrom('topics').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a change of a topic', () => {
  test.each<[TopicChange, string, object, object]>([
    [{ title: 'New' }, 'topic.edit', { title: 'Old' }, { title: 'New' }],
    [{ content: 'New words' }, 'topic.edit', { content: 'Words' }, { content: 'New words' }],
    [{ categoryId: 2 }, 'topic.edit', { categoryId: 1 }, { categoryId: 2 }],
    [{ isPinned: true }, 'topic.pin', { isPinned: false }, { isPinned: true }],
    [{ isLocked: true }, 'topic.lock', { isLocked: false }, { isLocked: true }],
    [{ status: 'hidden' }, 'topic.hide', { status: 'visible' }, { status: 'hidden' }],
  ])('%j is %s', async (change, action, before, after) => {
    const id = await makeTopic(ctx, { title: 'Old', content: 'Words', userId: author.id })
    const changed = await changeTopic(ctx, id, change)
    expect(changed).toMatchObject({ id, ...change })
    expect(await entries()).toEqual([[action, 'topic', id, change.title ?? 'Old', before, after]])
    const now = { id, title: change.title ?? 'Old', categoryId: change.categoryId ?? 1, status: change.status ?? 'visible' }
    expect(await events()).toEqual([['topic.changed', now]])
    const row = await rowOf(id)
    expect(row.search_text).toContain((change.title ?? 'old').toLowerCase())
    expect(row.search_text).toContain((change.content ?? 'words').toLowerCase())
    expect(row.changed_at === null).toBe(action !== 'topic.edit')
  })

  test('of all at once is an entry for each kind, and of nothing none', async () => {
    const id = await makeTopic(ctx, { title: 'Old', content: 'Words' })
    await ctx.db.updateTable('topics').set({ is_pinned: true, is_locked: true }).where('id', '=', id).execute()
    await changeTopic(ctx, id, { title: 'Old', content: 'Words', categoryId: 1, isPinned: true, isLocked: true, status: 'visible' })
    await changeTopic(ctx, id, {})
    expect([await entries(), await events(), await notices()]).toEqual([[], [], []])
    await changeTopic(ctx, id, { title: 'New', isPinned: false, isLocked: false, status: 'hidden' })
    expect((await entries()).map(([action, , , title]) => [action, title])).toEqual([
      ['topic.edit', 'New'],
      ['topic.unpin', 'New'],
      ['topic.unlock', 'New'],
      ['topic.hide', 'New'],
    ])
    expect(await events()).toHaveLength(1)
  })

  test('to a category that is not there, or of a topic that is not, is refused', async () => {
    const id = await makeTopic(ctx)
    await expect(changeTopic(ctx, id, { categoryId: 999 })).rejects.toMatchObject({ status: 400 })
    for (const call of [() => changeTopic(ctx, 999_999, {}), () => deleteTopic(ctx, 999_999)])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'topic.not_found', message: 'No such topic.' })
    for (const call of [() => changeReply(ctx, 999_999, {}), () => deleteReply(ctx, 999_999)])
      await expect(call()).rejects.toMatchObject({ status: 404, code: 'reply.not_found', message: 'No such reply.' })
  })
})

describe('its author hears of a decision', () => {
  test.each<[Moderation, Moderation, string | undefined, string, string]>([
    ['waiting', 'visible', undefined, 'topic.approve', 'has been approved'],
    ['waiting', 'hidden', undefined, 'topic.reject', 'has not been approved'],
    ['waiting', 'hidden', 'Spam', 'topic.reject', 'has not been approved: Spam'],
    ['hidden', 'visible', undefined, 'topic.show', 'can be seen again'],
    ['visible', 'hidden', 'Rude', 'topic.hide', 'has been hidden: Rude'],
    ['visible', 'hidden', '', 'topic.hide', 'has been hidden'],
  ])('from %s to %s because of %j', async (before, after, reason, action, words) => {
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
    }
    expect(await notices()).toEqual([
      {
        ...notice,
        about: `topic:${topic}:${after}`,
        title: `Your topic “Peat” ${words}`,
        path: after === 'visible' ? `/forum/${topic}` : '/about#guidelines',
      },
      { ...notice, about: `reply:${reply}:${after}`, title: `Your reply in “Peat” ${words}`, path: `/forum/${other}` },
    ])
    expect(await entries()).toEqual([
      [action, 'topic', topic, 'Peat', { status: before }, { status: after }],
      [action.replace('topic', 'reply'), 'reply', reply, 'Reply to “Peat”', { status: before }, { status: after }],
    ])
    const telling = (await ctx.db.selectFrom('queued_jobs').select('kind').where('kind', 'like', 'forums.%').execute()).map(
      ({ kind }) => kind,
    )
    expect(telling).toEqual(after !== 'visible' ? [] : [before === 'waiting' ? 'forums.tell-late-reply' : 'forums.tell-watchers'])
    const { approved_at: approvedAt } = await ctx.db
      .selectFrom('replies')
      .select('approved_at')
      .where('id', '=', reply)
      .executeTakeFirstOrThrow()
    expect(approvedAt !== null).toBe(before === 'waiting' && after === 'visible')
  })
})

describe('a change of a reply', () => {
  test('is written down with both versions, and its topic has changed', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const id = await addReply(topic, { content: 'Old' })
    expect(await changeReply(ctx, id, { content: 'New' })).toMatchObject({ id, content: 'New' })
    expect(await entries()).toEqual([['reply.edit', 'reply', id, 'Reply to “Peat”', { content: 'Old' }, { content: 'New' }]])
    expect(await events()).toEqual([['reply.changed', { id, topicId: topic, status: 'visible' }]])
    expect((await rowOf(topic)).changed_at).not.toBeNull()
    await changeReply(ctx, id, { content: 'New', status: 'visible' })
    await changeReply(ctx, id, {})
    expect([(await entries()).length, (await events()).length, await notices()]).toEqual([1, 1, []])
  })
  test('that hides or deletes it is counted, and nobody is told of it any more', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const [one, two] = [await addReply(topic), await addReply(topic)]
    await changeReply(ctx, one, { status: 'hidden' })
    expect((await rowOf(topic)).reply_count).toBe(1)
    await changeReply(ctx, one, { status: 'visible' })
    expect((await rowOf(topic)).reply_count).toBe(2)
    const seen = {
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
      .values({ ...seen, items: 1, first_item: two, last_item: two })
      .execute()
    expect(await deleteReply(ctx, two)).toEqual({ id: two, trashId: expect.any(Number) })
    expect([(await rowOf(topic)).reply_count, (await notices()).filter(({ kind }) => kind === 'reply')]).toEqual([1, []])
    expect((await events()).at(-1)).toEqual(['reply.deleted', { id: two, topicId: topic, status: 'visible' }])
    const trashed = await ctx.db.selectFrom('trash').select(['kind', 'subject_id', 'title']).orderBy('id', 'desc').executeTakeFirst()
    expect(trashed).toEqual({ kind: 'reply', subject_id: two, title: 'Reply to “Peat”' })
  })
  test('that deletes a topic takes its replies, and says so once', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    await addReply(topic)
    expect(await deleteTopic(ctx, topic)).toEqual({ id: topic, trashId: expect.any(Number) })
    expect(await events()).toEqual([['topic.deleted', { id: topic, title: 'Peat', categoryId: 1, status: 'visible' }]])
    expect(await ctx.db.selectFrom('replies').select('id').where('topic_id', '=', topic).execute()).toEqual([])
    const hidden = await makeTopic(ctx, { title: 'Moss', status: 'hidden' })
    await deleteTopic(ctx, hidden)
    const tombstones = await ctx.db.selectFrom('gone_addresses').selectAll().execute()
    expect(tombstones.map((row) => JSON.stringify(row)).filter((row) => row.includes(`"${topic}"`))).toHaveLength(1)
    expect(tombstones.map((row) => JSON.stringify(row)).filter((row) => row.includes(`"${hidden}"`))).toEqual([])
  })
})

describe('whoever watches a topic', () => {
  const runJobs = async () => {
    await ctx.db.updateTable('queued_jobs').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('due_at', 'is not', null).execute()
    await runDueJobs(ctx, [...watchJobHandlers, ...lateReplyJobHandlers])
  }
  const as = (viewer: Viewer | null): Context => ({ ...ctx, viewer })

  test('says so, and not any more; a visitor cannot, and of what cannot be seen nobody', async () => {
    const topic = await makeTopic(ctx)
    const watch = async () => (await getTopicWatch(as(author), topic)).isWatching
    expect(await watch()).toBe(false)
    expect(await setTopicWatch(as(author), topic, true)).toEqual({ isWatching: true })
    expect([await watch(), (await getTopicWatch(as(admin), topic)).isWatching]).toEqual([true, false])
    expect(await setTopicWatch(as(author), topic, false)).toEqual({ isWatching: false })
    await watchAfterPosting(as(author), topic, 0)
    await watchAfterPosting(as(null), topic, 0)
    expect(await watch()).toBe(false)
    for (const call of [() => getTopicWatch(as(null), topic), () => setTopicWatch(as(null), topic, true)])
      await expect(call()).rejects.toMatchObject({ status: 401, code: 'auth.sign_in_needed' })
    const hidden = await makeTopic(ctx, { status: 'hidden' })
    for (const id of [hidden, 999_999])
      await expect(setTopicWatch(as(author), id, true)).rejects.toMatchObject({ status: 404, code: 'topic.not_found' })
  })

  test('is told of what is new to them, with the page that it is on', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const other = await makeUser(ctx)
    for (let n = 0; n < 49; n += 1) await addReply(topic, { userId: other.id })
    await setTopicWatch(as(author), topic, true)
    await setTopicWatch(as(admin), topic, true)
    const first = await addReply(topic, { userId: other.id })
    const waited = await addReply(topic, { userId: other.id, approvedAt: new Date().toISOString() })
    const own = await addReply(topic)
    const hidden = await addReply(topic, { userId: other.id, status: 'hidden' })
    await ctx.db.updateTable('topics').set({ reply_count: 52 }).where('id', '=', topic).execute()
    await enqueueTelling(ctx, topic)
    const { due_at: due } = await ctx.db.selectFrom('queued_jobs').select('due_at').executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(due ?? '') - Date.now() - 10_000)).toBeLessThan(10_000)
    await runJobs()
    const notice = { kind: 'reply', about: `topic:${topic}`, title: 'Peat', origin: 'https://green.example' }
    // Of one's own words nobody is told, nor here of what had to wait, which stands before them all the same.
    expect(await notices()).toEqual([
      {
        ...notice,
        user_id: admin.id,
        path: `/forum/${topic}?page=2#reply-${first}`,
        actor_id: author.id,
        first_item: first,
        last_item: own,
        items: 2,
      },
      {
        ...notice,
        user_id: author.id,
        path: `/forum/${topic}?page=2#reply-${first}`,
        actor_id: other.id,
        first_item: first,
        last_item: first,
        items: 1,
      },
    ])
    expect([waited < own, hidden > own]).toEqual([true, true])
    await ctx.db.deleteFrom('notices').execute()
    await enqueueTelling(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
    await ctx.db.updateTable('topics').set({ status: 'hidden' }).where('id', '=', topic).execute()
    await addReply(topic, { userId: other.id })
    await enqueueTelling(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
    await ctx.db.updateTable('topics').set({ status: 'visible' }).where('id', '=', topic).execute()
    await enqueueTelling(ctx, topic)
    await runJobs()
    expect(await notices()).toEqual([])
  })

  test('is told of a reply that had to wait on its own, slice by slice', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    const watchers: number[] = []
    for (let n = 0; n <= SLICE; n += 1) watchers.push((await makeUser(ctx)).id)
    await ctx.db
      .insertInto('topic_watches')
      .values(watchers.map((user_id) => ({ topic_id: topic, user_id, told_reply_id: 1_000_000, created_at: '2026-01-01T00:00:00.000Z' })))
      .execute()
    for (let n = 0; n < 50; n += 1) await addReply(topic)
    const late = await addReply(topic, { approvedAt: '2026-06-01T00:00:00.000Z' })
    await enqueueTellingLate(ctx, topic, late)
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
        path: `/forum/${topic}?page=2#reply-${late}`,
        origin: 'https://green.example',
        actor_id: author.id,
        first_item: late,
        last_item: late,
        items: 1,
      })),
    )
    await ctx.db.deleteFrom('notices').execute()
    const early = await addReply(topic, { approvedAt: '2025-12-31T00:00:00.000Z' })
    const never = await addReply(topic)
    for (const id of [early, never]) await enqueueTellingLate(ctx, topic, id)
    await runJobs()
    expect(await notices()).toEqual([])
  })

  test('of the first page is led to the topic itself', async () => {
    const topic = await makeTopic(ctx, { title: 'Peat' })
    await setTopicWatch(as(admin), topic, true)
    for (let n = 0; n < 49; n += 1) await addReply(topic)
    const last = await addReply(topic, { approvedAt: new Date(Date.now() + 60_000).toISOString() })
    await enqueueTellingLate(ctx, topic, last)
    await runJobs()
    expect((await notices()).map(({ path }) => path)).toEqual([`/forum/${topic}#reply-${last}`])
  })
})
