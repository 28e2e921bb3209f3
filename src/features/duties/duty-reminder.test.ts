/** Administrators are reminded of records whose review is due. */
// Daily on PostgreSQL too: rows are locked with skip locked, and times are compared.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { jobs } from '#app/registry.ts'
import { getDashboardEndpoint, type Attention } from '#features/dashboard/dashboard.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import type { DutyKey } from './duties.policy.ts'
import { answerAll } from './duty.factory.ts'
import * as contract from './duty.contract.ts'
import type { DutySummary } from './duty.contract.ts'

const DAY = 86_400_000
let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true, username: 'operator' })
  await makeUser(site.ctx)
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

async function sign(duty: DutyKey, reviewMonths: number): Promise<void> {
  const params = { duty }
  await site.call(admin, contract.startDutyEndpoint, { params })
  await site.call(admin, contract.changeDutyEndpoint, { params, body: { answers: answerAll(duty), reviewMonths } })
  const { status } = await site.call(admin, contract.signDutyEndpoint, { params, body: { name: 'Ada Quill', role: 'Chair' } })
  expect(status).toBe(201)
}
const statusOf = async (duty: DutyKey): Promise<string> =>
  (await site.call(admin, contract.listDutiesEndpoint)).body.find((one: DutySummary) => one.duty === duty).status

describe('a due review', () => {
  const remind = () => jobs.find(({ name }) => name === 'remind of duties')?.run(site.ctx)
  const attention = async (): Promise<Attention | undefined> =>
    (await site.call(admin, getDashboardEndpoint)).body.attention.find(({ kind }: Attention) => kind === 'duties-due')
  const mails = () =>
    site.ctx.db.selectFrom('mails').select(['to_address as to', 'subject', 'body']).where('subject', 'like', '%eview%').execute()

  test('is listed on the dashboard and mailed to administrators once', async () => {
    await sign('retention', 6)
    expect(await attention()).toBeUndefined()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 185 * DAY })
    expect(await statusOf('retention')).toBe('review-due')
    await remind()
    const found = await attention()
    expect(found).toMatchObject({ to: '/admin/duties' })
    const sent = await mails()
    expect(sent.map(({ to }) => to)).toEqual(['operator@example.org'])
    expect(sent[0]?.body).toContain('Data retention')
    const notices = await site.ctx.db.selectFrom('notices').select(['kind', 'path']).where('about', '=', 'duty:retention').execute()
    expect(notices).toEqual([{ kind: 'duty', path: '/admin/duties?open=retention' }])
    await remind()
    expect(await mails()).toHaveLength(1)
  })

  test('ends with the signature of a new version', async () => {
    await sign('processors', 3)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100 * DAY })
    expect(await attention()).toMatchObject({ count: 1, text: '1 record of legal duties is due for review' })
    await sign('processors', 12)
    expect(await statusOf('processors')).toBe('signed')
    expect(await attention()).toBeUndefined()
  })
})
