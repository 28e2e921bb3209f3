/** Muted members, through the API. */
// Daily on PostgreSQL too: notices are created in batches with locked rows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { watchJobHandlers } from '#features/forums/watching/watch.service.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { sendNotices } from '#features/notices/notice.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listMutesEndpoint, muteEndpoint, unmuteEndpoint } from './mute.contract.ts'
import { MUTES_MAX } from './mute-limits.policy.ts'
import { deleteMutesOfPerson } from './mute.queries.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const mute = (who: Viewer | null, userId: number) => site.call(who, muteEndpoint, { body: { userId } })
const listMuted = async (who: Viewer): Promise<number[]> =>
  (await site.call(who, listMutesEndpoint)).body.map(({ userId }: { userId: number }) => userId)

test('mutes and unmutes a member, repeatedly without error, and for no other member', async () => {
  const [member, troll] = [await makeUser(site.ctx), await makeUser(site.ctx)]
  for (let n = 0; n < 2; n++) expect(await mute(member, troll.id)).toMatchObject({ status: 200, body: { userId: troll.id, isMuted: true } })
  expect(await listMuted(member)).toEqual([troll.id])
  expect(await listMuted(troll)).toEqual([])
  for (let n = 0; n < 2; n++)
    expect(await site.call(member, unmuteEndpoint, { body: { userId: troll.id } })).toMatchObject({ status: 200, body: { isMuted: false } })
  expect(await listMuted(member)).toEqual([])
})

test('rejects visitors, oneself, guests and unknown members', async () => {
  const member = await makeUser(site.ctx)
  expect((await mute(null, member.id)).status).toBe(401)
  expect((await mute(member, member.id)).status).toBe(400)
  expect((await mute(member, GUEST_ID)).status).toBe(400)
  expect((await mute(member, 999_999)).status).toBe(404)
})

test('limits the number of muted members', async () => {
  const member = await makeUser(site.ctx)
  const ids = await Promise.all(Array.from({ length: MUTES_MAX }, async () => (await makeUser(site.ctx)).id))
  const at = new Date().toISOString()
  const rows = ids.map((id) => ({ user_id: member.id, muted_id: id, created_at: at }))
  await site.ctx.db.insertInto('mutes').values(rows).execute()
  expect(await mute(member, (await makeUser(site.ctx)).id)).toMatchObject({ status: 409, body: { code: 'mute.limit' } })
})

test('prevents notices about replies by a muted member, but counts the replies of others', async () => {
  const [member, troll, other] = [await makeUser(site.ctx), await makeUser(site.ctx), await makeUser(site.ctx)]
  const topicId = await makeTopic(site.ctx, { title: 'Peat' })
  await site.call(member, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
  await mute(member, troll.id)
  const notify = async () => {
    await site.ctx.db.updateTable('queued_jobs').set({ due_at: '2026-01-01T00:00:00.000Z' }).where('due_at', 'is not', null).execute()
    await runDueJobs(site.ctx, watchJobHandlers)
    return (await site.call(member, listNoticesEndpoint)).body
  }
  const reply = (who: Viewer) => site.call(who, postReplyEndpoint, { body: { content: 'Nonsense.', forumId: topicId } })
  await reply(troll)
  expect(await notify()).toEqual([])
  await reply(other)
  await reply(troll)
  expect(await notify()).toMatchObject([{ title: 'Peat', items: 1 }])
})

test('does not prevent notices of decisions by a muted moderator', async () => {
  const [member, moderator] = [await makeUser(site.ctx), await makeUser(site.ctx, { isAdmin: true })]
  await mute(member, moderator.id)
  const notice = { userId: member.id, actorId: moderator.id, path: '/', origin: '', firstItem: 0, lastItem: 0, items: 1 }
  await sendNotices(site.ctx, [
    { ...notice, kind: 'moderation', about: 'topic:1:hidden', title: 'Hidden' },
    { ...notice, kind: 'answer', about: 'review:1', title: 'Answered' },
  ])
  expect((await site.call(member, listNoticesEndpoint)).body).toMatchObject([{ title: 'Hidden' }])
})

test('are deleted with either account', async () => {
  const [a, b, c] = [await makeUser(site.ctx), await makeUser(site.ctx), await makeUser(site.ctx)]
  await mute(a, b.id)
  await mute(b, c.id)
  await mute(c, a.id)
  await deleteMutesOfPerson(site.ctx, b)
  expect([await listMuted(a), await listMuted(b), await listMuted(c)]).toEqual([[], [], [a.id]])
})
