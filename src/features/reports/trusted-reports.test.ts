/** Posts that trusted members have reported as spam. */
// Daily on PostgreSQL too: the second report hides the post in its own transaction.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { getTopicEndpoint } from '#features/forums/topic.contract.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { decideReportEndpoint, listReportsEndpoint, type NewDecision } from './decisions/decision.contract.ts'
import { fileReportEndpoint, type NewReport } from './report.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const makeMember = async (level: number): Promise<Viewer> => {
  const member = await makeUser(site.ctx)
  await site.ctx.db.updateTable('users').set({ level }).where('id', '=', member.id).execute()
  return member
}
const report = (who: Viewer | null, id: number, input: Partial<NewReport> = {}) =>
  site.call(who, fileReportEndpoint, { body: { kind: 'topic', id, reason: 'spam', ...input } })
const statusOf = async (id: number) => (await site.call(null, getTopicEndpoint, { params: { id } })).status
const openCase = async (id: number) =>
  (await site.call(admin, listReportsEndpoint, { query: { perPage: 100 } })).body.find(
    ({ subjectId, kind }: { subjectId: number; kind: string }) => subjectId === id && kind === 'topic',
  )
const decide = (id: number, body: NewDecision) => site.call(admin, decideReportEndpoint, { params: { id }, body })
const noticesOf = async (who: Viewer): Promise<string[]> =>
  (await site.call(who, listNoticesEndpoint)).body.map(({ title }: { title: string }) => title)
async function hideTopic() {
  const author = await makeUser(site.ctx)
  const id = await makeTopic(site.ctx, { title: 'Cheap panels', userId: author.id })
  await report(await makeMember(4), id)
  await report(await makeMember(5), id)
  return { author, id, caseId: (await openCase(id)).id as number }
}

describe('two spam reports by members from level 4', () => {
  test('hide a topic, notify its author, name no member in the audit log, and leave the case open', async () => {
    const author = await makeUser(site.ctx)
    const id = await makeTopic(site.ctx, { title: 'Cheap panels', userId: author.id })
    await report(await makeMember(4), id)
    expect(await statusOf(id)).toBe(200)
    await report(await makeMember(4), id)
    expect(await statusOf(id)).toBe(404)
    expect(await noticesOf(author)).toEqual([
      'Your topic was reported as spam by several experienced members. It is hidden until a moderator decides.',
    ])
    const entries = (await site.call(admin, listAuditEndpoint, { query: { subject: 'topic', subjectId: id } })).body
    expect(entries).toMatchObject([{ action: 'topic.hide', userId: null }])
    expect(await openCase(id)).toMatchObject({ current: null, decision: null, hiddenAt: expect.any(String) })
  })

  test('hide a reply', async () => {
    const forumId = await makeTopic(site.ctx)
    const { body: reply } = await site.call(await makeMember(2), postReplyEndpoint, { body: { content: 'Casino', forumId } })
    for (const level of [4, 4]) await report(await makeMember(level), reply.id, { kind: 'reply' })
    const row = await site.ctx.db.selectFrom('replies').select('status').where('id', '=', reply.id).executeTakeFirst()
    expect(row?.status).toBe('hidden')
  })

  test.each([
    ['from members below level 4', [4, 3, 3, 1], 'spam'],
    ['for another reason', [4, 5], 'harassment'],
  ] as const)('do not hide a topic if they are %s', async (_name, levels, reason) => {
    const id = await makeTopic(site.ctx)
    for (const level of levels) await report(await makeMember(level), id, { reason })
    await report(null, id, { reason })
    expect(await statusOf(id)).toBe(200)
  })

  test('do not count those of the author and of restricted members', async () => {
    const author = await makeMember(5)
    const id = await makeTopic(site.ctx, { userId: author.id })
    const restricted = await makeMember(5)
    await site.ctx.db.updateTable('users').set({ restricted_at: new Date().toISOString() }).where('id', '=', restricted.id).execute()
    for (const who of [author, restricted, await makeMember(4)]) await report(who, id)
    expect(await statusOf(id)).toBe(200)
  })
})

describe('a decision about a hidden topic', () => {
  test('shows it again and notifies the author, if it stays', async () => {
    const { author, id, caseId } = await hideTopic()
    expect((await decide(caseId, { decision: 'keep', reason: 'no-breach', text: '' })).status).toBe(200)
    expect(await statusOf(id)).toBe(200)
    expect(await noticesOf(author)).toContain('Your topic “Cheap panels” is visible again')
  })

  test('leaves it hidden, if it is hidden', async () => {
    const { author, id, caseId } = await hideTopic()
    await decide(caseId, { decision: 'hide', reason: 'spam', text: '' })
    expect(await statusOf(id)).toBe(404)
    expect(await noticesOf(author)).toContain('Your topic was hidden: Spam or advertising')
  })

  test('moves it to the trash, if it is removed', async () => {
    const { id, caseId } = await hideTopic()
    await decide(caseId, { decision: 'remove', reason: 'spam', text: '' })
    expect(await statusOf(id)).toBe(410)
  })

  test('is possible after the topic was deleted', async () => {
    const { id, caseId } = await hideTopic()
    await site.ctx.db.deleteFrom('topics').where('id', '=', id).execute()
    expect((await decide(caseId, { decision: 'keep', reason: 'no-breach', text: '' })).status).toBe(200)
  })
})
