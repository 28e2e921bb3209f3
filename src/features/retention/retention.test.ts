/** Retention jobs delete old rows, and each run is recorded. */
import { afterAll, beforeAll, describe, expect, test, vi, afterEach } from 'vitest'
import { jobs } from '#app/registry.ts'
import {
  changeEnquiryStatusEndpoint,
  enquiryTimelineEndpoint,
  getEnquiryEndpoint,
} from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listRetentionEndpoint, type RetentionRule } from './retention.contract.ts'

const DAY = 86_400_000
const ENQUIRIES = 'make closed enquiries anonymous'
let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const run = (name: string) => jobs.find((job) => job.name === name)?.run(site.ctx)
const rules = async (): Promise<RetentionRule[]> => (await site.call(admin, listRetentionEndpoint)).body
const ruleOf = async (name: string) => (await rules()).find((rule) => rule.name === name)
const mailAt = (at: number) =>
  site.ctx.db
    .insertInto('mails')
    .values({ to_address: 'a@example.org', subject: 'Old', body: '', created_at: new Date(at).toISOString() })
    .execute()
const sendEnquiry = async (): Promise<number> => {
  const product = await makeProduct(site.ctx)
  const body = {
    name: 'Ada Quill',
    email: 'ada@example.org',
    phone: '01632 960001',
    address: '1 The Row',
    notes: 'Under the stairs?',
    productId: product.id,
  }
  return (await site.call(null, postEnquiryEndpoint, { body })).body.id
}
const setStatus = (id: number, status: string) => site.call(admin, changeEnquiryStatusEndpoint, { params: { id }, body: { status } })
const getEnquiry = async (id: number) => (await site.call(admin, getEnquiryEndpoint, { params: { id } })).body

describe('recorded runs', () => {
  test('contain the number of removed rows, and runs without removals are recorded once a day', async () => {
    const name = 'forget old mail'
    vi.useFakeTimers({ toFake: ['Date'] })
    await mailAt(Date.now() - 91 * DAY)
    await mailAt(Date.now() - 95 * DAY)
    await mailAt(Date.now())
    await run(name)
    const line = { day: new Date().toISOString().slice(0, 10), lastRunAt: expect.any(String), runs: 1, removed: 2 }
    expect(await ruleOf(name)).toMatchObject({ what: 'Emails in the outbox', after: '90 days after they were written', lines: [line] })
    await run(name)
    expect((await ruleOf(name))?.lines).toEqual([line])
    await mailAt(Date.now() - 91 * DAY)
    await run(name)
    expect((await ruleOf(name))?.lines).toEqual([{ ...line, runs: 2, removed: 3 }])
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    await run(name)
    expect((await ruleOf(name))?.lines.map(({ removed }) => removed)).toEqual([0, 3])
    vi.setSystemTime(Date.now() + 95 * DAY)
    await run(name)
    expect((await site.ctx.db.selectFrom('retention_runs').selectAll().where('rule', '=', name).execute()).length).toBe(1)
  })

  test('exist for every rule after a run', async () => {
    const names = (await rules()).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(11)
    for (const name of names) await run(name)
    expect((await rules()).filter(({ lines }) => lines.length === 0)).toEqual([])
  })
})

describe('a closed enquiry', () => {
  test('is anonymised a year after it was closed, with its mails and audit entries', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await site.call(admin, changeSettingsEndpoint, { body: { enquiryEmail: 'desk@example.org' } })
    const [closed, open, reopened] = [await sendEnquiry(), await sendEnquiry(), await sendEnquiry()]
    await setStatus(closed, 'completed')
    await setStatus(reopened, 'cancelled')
    await setStatus(reopened, 'contacted')
    await setStatus(closed, 'cancelled')
    vi.setSystemTime(Date.now() + 360 * DAY)
    await run(ENQUIRIES)
    expect((await getEnquiry(closed)).name).toBe('Ada Quill')
    vi.setSystemTime(Date.now() + 6 * DAY)
    await run(ENQUIRIES)
    expect(await getEnquiry(closed)).toMatchObject({
      name: 'Anonymous',
      email: '',
      phone: '',
      address: '',
      notes: null,
      customerMessage: null,
      status: 'cancelled',
      anonymisedAt: expect.any(String),
    })
    for (const id of [open, reopened]) expect((await getEnquiry(id)).name).toBe('Ada Quill')
    const entries = await site.ctx.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', closed)
      .where('subject_type', '=', 'enquiry')
      .execute()
    expect(JSON.stringify(entries)).not.toContain('Ada')
    expect(entries.length).toBeGreaterThan(0)
    expect(JSON.stringify((await site.call(admin, enquiryTimelineEndpoint, { params: { id: closed } })).body)).not.toContain('Ada')
    expect((await ruleOf(ENQUIRIES))?.lines[0]).toMatchObject({ removed: 1 })
  })

  test('is anonymised after the configured number of months, and never if that is 0', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await sendEnquiry()
    await setStatus(id, 'completed')
    await site.call(admin, changeSettingsEndpoint, { body: { enquiryMonths: 0 } })
    vi.setSystemTime(Date.now() + 4000 * DAY)
    await run(ENQUIRIES)
    expect((await getEnquiry(id)).name).toBe('Ada Quill')
    expect((await ruleOf(ENQUIRIES))?.after).toBeNull()
    await site.call(admin, changeSettingsEndpoint, { body: { enquiryMonths: 24 } })
    expect((await ruleOf(ENQUIRIES))?.after).toBe('24 months after they were completed or cancelled')
    await run(ENQUIRIES)
    expect((await getEnquiry(id)).name).toBe('Anonymous')
  })
})

test('the retention list requires an administrator, and enquiryMonths must not be negative', async () => {
  const member = await makeUser(site.ctx)
  expect((await site.call(null, listRetentionEndpoint)).status).toBe(401)
  expect((await site.call(member, listRetentionEndpoint)).status).toBe(403)
  expect((await site.call(admin, changeSettingsEndpoint, { body: { enquiryMonths: -1 } })).status).toBe(400)
})
