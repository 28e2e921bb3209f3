import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { exportAuditEndpoint, listAuditEndpoint } from './audit.contract.ts'
import { recordAudit } from './audit.service.ts'

let site: TestSite
let admin: Viewer
let otherAdmin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true, displayName: 'Kit Marlow' })
  otherAdmin = await makeUser(site.ctx, { isAdmin: true, username: 'noor_b', displayName: 'Noor Bell' })
})
afterAll(() => site.close())

const listEntries = (query: object = {}) => site.call(admin, listAuditEndpoint, { query })
const exportCsv = async (query: object = {}): Promise<string> => (await site.call(admin, exportAuditEndpoint, { query })).body

describe('GET /api/admin/audit', () => {
  test('lists entries newest first, filters them by subject and by user, and paginates them', async () => {
    const [firstTopicId, secondTopicId] = [await makeTopic(site.ctx, { title: 'First' }), await makeTopic(site.ctx, { title: 'Second' })]
    const setPinned = (viewer: Viewer, id: number, isPinned: boolean) =>
      site.call(viewer, changeTopicEndpoint, { params: { id }, body: { isPinned } })
    await setPinned(admin, firstTopicId, true)
    await setPinned(otherAdmin, firstTopicId, false)
    await setPinned(otherAdmin, secondTopicId, true)
    const toActionsAndTitles = ({ body }: { body: { subjectTitle: string; action: string }[] }) =>
      body.map(({ action, subjectTitle }) => `${action} ${subjectTitle}`)
    expect(toActionsAndTitles(await listEntries({ subject: 'topic' }))).toEqual([
      'topic.pin Second',
      'topic.unpin First',
      'topic.pin First',
    ])
    expect(toActionsAndTitles(await listEntries({ subject: 'topic', subjectId: firstTopicId }))).toEqual([
      'topic.unpin First',
      'topic.pin First',
    ])
    expect(toActionsAndTitles(await listEntries({ userId: admin.id }))).toEqual(['topic.pin First'])
    const page = await listEntries({ perPage: 1, page: 2 })
    expect(toActionsAndTitles(page)).toEqual(['topic.unpin First'])
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.body[0]).toMatchObject({
      username: 'Noor Bell (noor_b)',
      userId: otherAdmin.id,
      before: { isPinned: true },
      after: { isPinned: false },
    })
  })

  test('the CSV export contains every entry once, with formulas escaped', async () => {
    const subject = { type: 'upload' as const, id: null, title: '=HYPERLINK("x")' }
    for (let number = 0; number < 1005; number++) await recordAudit(site.ctx, { action: `upload.create`, subject, after: { at: number } })
    const text = await exportCsv({ subject: 'upload' })
    expect(text.startsWith('\uFEFFDate,Who,Action,Subject,Number,Title,Changed fields,Before,After,Action key,Subject key\n')).toBe(true)
    const rows = text.trim().split('\n').slice(1)
    expect(rows).toHaveLength(1005)
    expect(new Set(rows).size).toBe(1005)
    expect(rows[0]).toContain(`,System,Picture created,Picture,,"'=HYPERLINK(""x"")",At,,"{""at"":1004}",upload.create,upload`)
    const { headers } = await site.call(admin, exportAuditEndpoint)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/)
  })
})

test('the CSV export has the labels of the page, and the keys in their own columns', async () => {
  const [before, after] = [
    { features: { forums: true, expertAdvice: true }, siteName: 'Ours' },
    { features: { forums: true, expertAdvice: false }, siteName: 'Yours' },
  ]
  await recordAudit(site.ctx, { action: 'settings.change', subject: { type: 'settings', id: null, title: 'Site' }, before, after })
  const [row] = (await exportCsv({ subject: 'settings' })).trim().split('\n').slice(1)
  expect(row).toContain(',System,Settings changed,Settings,,Site,"Features: expert advice, Site name",')
  expect(row).toMatch(/,settings\.change,settings$/)
})

test('the list and the CSV export reject invalid filters', async () => {
  expect((await listEntries({ subject: 'nothing' })).status).toBe(400)
  expect((await listEntries({ userId: 'x' })).status).toBe(400)
  expect((await site.call(admin, exportAuditEndpoint, { query: { subject: 'nothing' } })).status).toBe(400)
})

test('SEC-05 the list and the CSV export return 401 for visitors and 403 for members', async () => {
  const member = await makeUser(site.ctx)
  for (const endpoint of [listAuditEndpoint, exportAuditEndpoint]) {
    expect((await site.call(null, endpoint)).status).toBe(401)
    expect((await site.call(member, endpoint)).status).toBe(403)
  }
})
