/** Tests that jobs from before a restore, an import or a move are not run until an administrator resumes them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { runDueJobs } from './job-execution.ts'
import { discardHeldJobs, getHeldJobs, holdJobs, resumeHeldJobs } from './held-jobs.service.ts'
import { handleJob } from './job-handler.service.ts'
import { getHeldJobsEndpoint, listJobsEndpoint, resumeHeldJobsEndpoint } from './job-queue.contract.ts'
import { enqueueJob } from './job-queue.service.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import { deliverIssueJob } from '#features/newsletter/issues/sending/issue-job.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let admin: Viewer
const sentMailIds: number[] = []
const handlers = [handleJob(sendMailJob, { run: async (_ctx, { mailId }) => void sentMailIds.push(mailId) })]
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  sentMailIds.length = 0
  await site.ctx.db.deleteFrom('queued_jobs').execute()
  await site.ctx.db.deleteFrom('newsletter_issues').execute()
})

const getAdminContext = () => ({ ...site.ctx, viewer: admin })
const queueMailTo = (to: string) => queueMail(getAdminContext(), { to, subject: 'Hello', body: 'Hello' })
const makeIssueWithJob = async (state: 'scheduled' | 'sending') => {
  const now = new Date().toISOString()
  const row = {
    subject: 'June',
    intro: '',
    entries: '[]',
    audience: '[]',
    rate: 60,
    created_at: now,
    changed_at: now,
    state,
    scheduled_at: now,
  }
  const { id } = await site.ctx.db.insertInto('newsletter_issues').values(row).returning('id').executeTakeFirstOrThrow()
  await enqueueJob(site.ctx, deliverIssueJob, { issueId: id }, { key: String(id) })
  return id
}

describe('held jobs', () => {
  test('do not run, but jobs that are enqueued later do', async () => {
    await queueMailTo('before@example.org')
    await site.ctx.db.updateTable('queued_jobs').set({ started_at: new Date().toISOString() }).execute()
    expect(await holdJobs(site.ctx)).toEqual({ 'mail.send': 1 })
    await queueMailTo('after@example.org')
    await runDueJobs(getAdminContext(), handlers)
    expect(sentMailIds).toHaveLength(1)
    const rows = await site.ctx.db.selectFrom('mails').select(['id', 'to_address']).where('id', 'in', sentMailIds).execute()
    expect(rows.map(({ to_address: to }) => to)).toEqual(['after@example.org'])
  })

  test('are counted by kind with their oldest and newest time, and visitors get 401', async () => {
    for (const name of ['a', 'b']) await queueMailTo(`${name}@example.org`)
    await makeIssueWithJob('scheduled')
    await holdJobs(site.ctx)
    expect(await getHeldJobs(site.ctx)).toMatchObject({
      total: 3,
      kinds: [
        { kind: 'mail.send', count: 2 },
        { kind: 'newsletter.deliver', count: 1 },
      ],
    })
    expect((await site.call(null, getHeldJobsEndpoint)).status).toBe(401)
    const { body } = await site.call(admin, getHeldJobsEndpoint)
    expect(Date.parse(body.kinds[0].oldest)).toBeLessThanOrEqual(Date.parse(body.kinds[0].newest))
    const listed = (await site.call(admin, listJobsEndpoint, { query: { state: 'held' } })).body
    expect(listed.map(({ state, dueAt }: { state: string; dueAt: string | null }) => [state, dueAt])).toEqual(Array(3).fill(['held', null]))
    expect((await site.call(admin, listJobsEndpoint, { query: { state: 'waiting' } })).body).toEqual([])
  })

  test('run after they are resumed', async () => {
    await queueMailTo('before@example.org')
    await holdJobs(site.ctx)
    expect((await site.call(admin, resumeHeldJobsEndpoint, { body: {} })).body).toEqual({ jobs: 1 })
    await runDueJobs(getAdminContext(), handlers)
    expect(sentMailIds).toHaveLength(1)
    expect(await resumeHeldJobs(getAdminContext())).toEqual({ jobs: 0 })
  })

  test('are deleted when an administrator discards them, and their issues become drafts or are paused', async () => {
    await queueMailTo('before@example.org')
    const [scheduledId, sendingId] = [await makeIssueWithJob('scheduled'), await makeIssueWithJob('sending')]
    await holdJobs(site.ctx)
    await queueMailTo('after@example.org')
    expect(await discardHeldJobs(getAdminContext(), () => features)).toEqual({ jobs: 3 })
    await runDueJobs(getAdminContext(), handlers)
    expect(sentMailIds).toHaveLength(1)
    const rows = await site.ctx.db.selectFrom('newsletter_issues').select(['id', 'state']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: scheduledId, state: 'draft' },
      { id: sendingId, state: 'paused' },
    ])
  })
})
