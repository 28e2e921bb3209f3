/** The way of a report: filed, decided, appealed, decided again. */
// Daily on PostgreSQL too: the case of a subject is an upsert on a partial unique index.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { deleteTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { restoreTopicEndpoint } from '#features/forums/own-posts/own-post.contract.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { liftEndedRestrictions } from '#features/accounts/administration/member-sanction.service.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { decideAppealEndpoint, fileAppealEndpoint, listAppealsEndpoint } from './appeals/appeal.contract.ts'
import {
  claimReportEndpoint,
  decideReportEndpoint,
  getDecisionEndpoint,
  listReportsEndpoint,
  moderationReportEndpoint,
  type NewDecision,
} from './decisions/decision.contract.ts'
import { fileReportEndpoint, type NewReport } from './report.contract.ts'
import { removeOldCases } from './report.service.ts'

let site: TestSite
let admin: Viewer
let otherAdmin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  otherAdmin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const fileReport = (who: Viewer | null, body: NewReport) => site.call(who, fileReportEndpoint, { body })
const listReports = async (query: object = {}) => (await site.call(admin, listReportsEndpoint, { query })).body
const decide = (who: Viewer, id: number, body: NewDecision) => site.call(who, decideReportEndpoint, { params: { id }, body })
const noticesOf = async (who: Viewer) => (await site.call(who, listNoticesEndpoint)).body
const getTopic = (id: number) => site.call(null, getTopicEndpoint, { params: { id } })
const isRestricted = async (who: Viewer) => {
  const { restricted_at: at } = await site.ctx.db
    .selectFrom('users')
    .select('restricted_at')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow()
  return at !== null
}

/** A topic that a member has reported. @returns both, and the id of the case */
async function reportTopic() {
  const [author, reporter] = [await makeUser(site.ctx), await makeUser(site.ctx)]
  const topicId = await makeTopic(site.ctx, { userId: author.id, title: 'Buy my panels', content: 'Cheap panels here.' })
  expect((await fileReport(reporter, { kind: 'topic', id: topicId, reason: 'spam', text: 'An advert.' })).status).toBe(201)
  const { id } = (await listReports()).find(
    (item: { subjectId: number; kind: string }) => item.kind === 'topic' && item.subjectId === topicId,
  )
  return { author, reporter, topicId, caseId: id as number }
}

describe('filing a report', () => {
  test('collects reports of one subject in one case, with the earliest target time', async () => {
    const topicId = await makeTopic(site.ctx, { title: 'Odd' })
    await fileReport(await makeUser(site.ctx), { kind: 'topic', id: topicId, reason: 'wrong-category' })
    const urgent = await fileReport(null, { kind: 'topic', id: topicId, reason: 'illegal', illegalKind: 'fraud' })
    const cases = (await listReports()).filter((item: { subjectId: number }) => item.subjectId === topicId)
    expect(cases).toHaveLength(1)
    expect(cases[0].dueAt).toBe(urgent.body.dueAt)
    expect(cases[0].reports).toMatchObject([{ reason: 'wrong-category' }, { reason: 'illegal', illegalKind: 'fraud', reporter: null }])
  })

  test('responds with 409 to a second report by the same member', async () => {
    const { reporter, topicId } = await reportTopic()
    expect(await fileReport(reporter, { kind: 'topic', id: topicId, reason: 'spam' })).toMatchObject({ status: 409 })
  })

  test('responds with 404 for subjects that are not public', async () => {
    const hidden = await makeTopic(site.ctx, { status: 'hidden' })
    for (const kind of ['topic', 'reply', 'review', 'user', 'picture'] as const)
      expect((await fileReport(null, { kind, id: 999_999, reason: 'spam' })).status, kind).toBe(404)
    expect((await fileReport(null, { kind: 'topic', id: hidden, reason: 'spam' })).status).toBe(404)
  })

  test('requires a description with the reason `other`', async () => {
    const id = await makeTopic(site.ctx)
    expect(await fileReport(null, { kind: 'topic', id, reason: 'other' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'text', message: 'Please describe the problem.' }] },
    })
  })

  test('keeps the text as it was when it was reported', async () => {
    const { topicId } = await reportTopic()
    await site.ctx.db.updateTable('topics').set({ content: 'Nothing to see.' }).where('id', '=', topicId).execute()
    const found = (await listReports()).find((item: { subjectId: number }) => item.subjectId === topicId)
    expect(found).toMatchObject({ content: 'Cheap panels here.', current: { content: 'Nothing to see.' } })
  })
})

describe('deciding', () => {
  test('hides the topic, notifies author and reporter, and closes the case', async () => {
    const { author, reporter, topicId, caseId } = await reportTopic()
    const decided = await decide(admin, caseId, { decision: 'hide', reason: 'spam', text: 'No adverts, please.' })
    expect(decided).toMatchObject({ status: 200, body: { decision: { decision: 'hide', reason: 'spam' }, current: null } })
    expect((await getTopic(topicId)).status).toBe(404)
    const path = `/decisions/${decided.body.decision.id}`
    expect(await noticesOf(author)).toMatchObject([{ title: 'Your topic was hidden: Spam or advertising. No adverts, please.', path }])
    expect(await noticesOf(reporter)).toMatchObject([
      { title: 'We acted on your report of a topic: Spam or advertising. No adverts, please.', path },
    ])
    expect((await decide(otherAdmin, caseId, { decision: 'keep', reason: 'no-breach', text: '' })).status).toBe(409)
  })

  test('of removal about a topic that its author has deleted meanwhile prevents its restoration by the author', async () => {
    const { author, topicId, caseId } = await reportTopic()
    expect((await site.call(author, deleteTopicEndpoint, { params: { id: topicId } })).status).toBe(200)
    expect((await decide(admin, caseId, { decision: 'remove', reason: 'spam', text: '' })).status).toBe(200)
    const { status, body } = await site.call(author, restoreTopicEndpoint, { params: { id: topicId }, body: {} })
    expect([status, body.code]).toEqual([403, 'trash.not_yours'])
    expect((await getTopic(topicId)).status).toBe(410)
  })

  test('removes a reply, which an overturned appeal restores', async () => {
    const author = await makeUser(site.ctx)
    const topicId = await makeTopic(site.ctx)
    const { body: reply } = await site.call(author, postReplyEndpoint, { body: { content: 'Rude.', forumId: topicId } })
    await fileReport(null, { kind: 'reply', id: reply.id, reason: 'harassment' })
    const { id } = (await listReports()).find(
      (item: { kind: string; subjectId: number }) => item.kind === 'reply' && item.subjectId === reply.id,
    )
    const { body } = await decide(admin, id, { decision: 'remove', reason: 'harassment', text: '' })
    expect(await site.ctx.db.selectFrom('replies').select('id').where('id', '=', reply.id).execute()).toEqual([])
    await site.call(author, fileAppealEndpoint, { body: { decisionId: body.decision.id, text: 'It was a quotation.' } })
    const [appeal] = (await site.call(admin, listAppealsEndpoint)).body
    const outcome = { outcome: 'overturned' as const, text: 'You are right.' }
    expect((await site.call(otherAdmin, decideAppealEndpoint, { params: { id: appeal.id }, body: outcome })).status).toBe(200)
    expect(await site.ctx.db.selectFrom('replies').select('id').where('id', '=', reply.id).execute()).toHaveLength(1)
  })

  test('restricts the author until the end of the day, and lifts the restriction afterwards', async () => {
    const { author, caseId } = await reportTopic()
    const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await decide(admin, caseId, { decision: 'restrict', reason: 'spam', text: '', until })
    expect(await isRestricted(author)).toBe(true)
    await liftEndedRestrictions(site.ctx, Date.parse(`${until}T23:59:58Z`))
    expect(await isRestricted(author)).toBe(true)
    await liftEndedRestrictions(site.ctx, Date.parse(`${until}T23:59:59.001Z`))
    expect(await isRestricted(author)).toBe(false)
  })

  test('closes the account and notifies the reporter only', async () => {
    const { author, reporter, caseId } = await reportTopic()
    expect((await decide(admin, caseId, { decision: 'close', reason: 'illegal', text: '' })).status).toBe(200)
    const row = await site.ctx.db.selectFrom('users').select('deleted_at').where('id', '=', author.id).executeTakeFirstOrThrow()
    expect(row.deleted_at).not.toBeNull()
    expect(await noticesOf(reporter)).toHaveLength(1)
  })

  test.each<NewDecision>([
    { decision: 'restrict', reason: 'spam', text: '' },
    { decision: 'restrict', reason: 'spam', text: '', until: '2020-01-01' },
    { decision: 'hide', reason: 'no-breach', text: '' },
  ])('responds with 400 to %o', async (body) => {
    const { caseId } = await reportTopic()
    expect((await decide(admin, caseId, body)).status).toBe(400)
  })

  test('responds with 400 to a sanction against a guest', async () => {
    const topicId = await makeTopic(site.ctx)
    await fileReport(null, { kind: 'topic', id: topicId, reason: 'spam' })
    const { id } = (await listReports()).find((item: { subjectId: number }) => item.subjectId === topicId)
    expect((await decide(admin, id, { decision: 'warn', reason: 'spam', text: '' })).status).toBe(400)
  })

  test('responds with 403 to a moderator who decides about their own content', async () => {
    const { body: topic } = await site.call(admin, postTopicEndpoint, { body: { title: 'Mine', content: 'Mine.', categoryId: 1 } })
    await fileReport(null, { kind: 'topic', id: topic.id, reason: 'spam' })
    const { id } = (await listReports()).find((item: { subjectId: number }) => item.subjectId === topic.id)
    expect(await decide(admin, id, { decision: 'keep', reason: 'no-breach', text: '' })).toMatchObject({
      status: 403,
      body: { code: 'report.own' },
    })
  })

  test('responds with 409 to a claim of a case that another moderator has claimed', async () => {
    const { caseId } = await reportTopic()
    const claim = (who: Viewer, isClaimed: boolean) => site.call(who, claimReportEndpoint, { params: { id: caseId }, body: { isClaimed } })
    expect((await claim(admin, true)).body.claimedBy.id).toBe(admin.id)
    expect((await claim(otherAdmin, true)).status).toBe(409)
    expect((await claim(admin, false)).body.claimedBy).toBeNull()
    expect((await claim(otherAdmin, true)).status).toBe(200)
  })

  test('is rejected for members', async () => {
    const { reporter, caseId } = await reportTopic()
    expect((await site.call(reporter, listReportsEndpoint)).status).toBe(403)
    expect((await decide(reporter, caseId, { decision: 'keep', reason: 'no-breach', text: '' })).status).toBe(403)
  })
})

describe('appealing', () => {
  const appeal = (who: Viewer | null, decisionId: number) =>
    site.call(who, fileAppealEndpoint, { body: { decisionId, text: 'I own these panels.' } })
  const decideAppeal = (who: Viewer, id: number, outcome: 'upheld' | 'overturned') =>
    site.call(who, decideAppealEndpoint, { params: { id }, body: { outcome, text: 'Checked again.' } })

  test('is possible once, and another moderator decides', async () => {
    const { author, topicId, caseId } = await reportTopic()
    const { body } = await decide(admin, caseId, { decision: 'hide', reason: 'spam', text: '' })
    const decisionId = body.decision.id as number
    expect(await appeal(author, decisionId)).toMatchObject({ status: 201, body: { canAppeal: false, appeal: { outcome: null } } })
    expect((await appeal(author, decisionId)).status).toBe(409)
    const open = (await site.call(admin, listAppealsEndpoint)).body
    const { id } = open.find((item: { decision: { id: number } }) => item.decision.id === decisionId)
    expect(await decideAppeal(admin, id, 'overturned')).toMatchObject({ status: 403, body: { code: 'appeal.other_moderator' } })
    expect((await decideAppeal(otherAdmin, id, 'overturned')).status).toBe(200)
    expect((await getTopic(topicId)).status).toBe(200)
    const [first] = await noticesOf(author)
    expect(first).toMatchObject({ title: 'Your appeal was successful: Checked again.', path: `/decisions/${decisionId}` })
    expect((await decideAppeal(otherAdmin, id, 'upheld')).status).toBe(409)
  })

  test('by a reporter reopens a case that was closed without action', async () => {
    const { author, reporter, caseId } = await reportTopic()
    const { body } = await decide(admin, caseId, { decision: 'keep', reason: 'no-breach', text: '' })
    const decisionId = body.decision.id as number
    expect((await appeal(author, decisionId)).status).toBe(403)
    expect((await appeal(reporter, decisionId)).status).toBe(201)
    const open = (await site.call(admin, listAppealsEndpoint)).body
    const { id } = open.find((item: { decision: { id: number } }) => item.decision.id === decisionId)
    await decideAppeal(otherAdmin, id, 'overturned')
    expect((await listReports()).map((item: { id: number }) => item.id)).toContain(caseId)
  })

  test('by a visitor needs the key from the mail', async () => {
    const topicId = await makeTopic(site.ctx)
    await fileReport(null, { kind: 'topic', id: topicId, reason: 'spam', email: 'Visitor@Example.org' })
    const { id } = (await listReports()).find((item: { subjectId: number }) => item.subjectId === topicId)
    await decide(admin, id, { decision: 'keep', reason: 'no-breach', text: 'It is a question.' })
    const mail = await site.ctx.db
      .selectFrom('mails')
      .select('body')
      .where('to_address', '=', 'visitor@example.org')
      .executeTakeFirstOrThrow()
    const key = /\/decisions\/(\d+~[\w-]+)/.exec(mail.body)?.[1] ?? ''
    const [number = ''] = key.split('~')
    const getDecision = (text: string) => site.call(null, getDecisionEndpoint, { params: { key: text } })
    expect(await getDecision(key)).toMatchObject({ status: 200, body: { role: 'reporter', canAppeal: true } })
    expect((await getDecision(number)).status).toBe(401)
    expect((await getDecision(`${number}~${'x'.repeat(43)}`)).status).toBe(404)
    expect((await site.call(null, fileAppealEndpoint, { body: { token: key, text: 'Please look again.' } })).status).toBe(201)
  })

  test('and reading a decision are rejected for members whom it does not concern', async () => {
    const { caseId } = await reportTopic()
    const { body } = await decide(admin, caseId, { decision: 'hide', reason: 'spam', text: '' })
    const stranger = await makeUser(site.ctx)
    expect((await site.call(stranger, getDecisionEndpoint, { params: { key: String(body.decision.id) } })).status).toBe(404)
    expect((await appeal(stranger, body.decision.id)).status).toBe(404)
  })
})

test('the public numbers count reports and decisions of the month without names', async () => {
  const getMonth = async () => (await site.call(null, moderationReportEndpoint)).body[0]
  const countOf = (month: { decisions: { key: string; count: number }[] }) => month.decisions.find(({ key }) => key === 'warn')?.count ?? 0
  const before = await getMonth()
  const { caseId } = await reportTopic()
  await decide(admin, caseId, { decision: 'warn', reason: 'spam', text: 'Please stop.' })
  const after = await getMonth()
  expect(after.reports).toBe(before.reports + 1)
  expect(countOf(after)).toBe(countOf(before) + 1)
  expect(JSON.stringify(after)).not.toMatch(/Buy my panels|@/)
})

test('decided cases are deleted after the retention period', async () => {
  const { caseId } = await reportTopic()
  await decide(admin, caseId, { decision: 'keep', reason: 'no-breach', text: '' })
  await removeOldCases(site.ctx, Date.now() + 731 * 86_400_000)
  expect(await listReports({ status: 'decided' })).toEqual([])
})
