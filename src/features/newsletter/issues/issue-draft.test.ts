import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeIssueEndpoint, draftIssueEndpoint, getIssueEndpoint, sendIssueEndpoint } from './issue.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

test('changing or sending an issue returns 409 when it was changed since it was read', async () => {
  const call = (endpoint: Parameters<TestSite['call']>[1], body: object) =>
    site.call(admin, endpoint, { params: { id }, body }, { host: 'localhost' })
  const drafted = await site.call(admin, draftIssueEndpoint, { body: { fromActivity: false } })
  const { id, changedAt: firstVersion } = drafted.body as { id: number; changedAt: string }
  const firstChange = await call(changeIssueEndpoint, { subject: 'By Ann', intro: 'Hello', unchangedSince: firstVersion })
  expect(firstChange.status).toBe(200)
  for (const endpoint of [changeIssueEndpoint, sendIssueEndpoint]) {
    const { status, body } = await call(endpoint, { unchangedSince: firstVersion })
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'issue.changed' })
  }
  expect((await site.call(admin, getIssueEndpoint, { params: { id } })).body).toMatchObject({ subject: 'By Ann', state: 'draft' })
  const secondChange = await call(changeIssueEndpoint, { subject: 'By Ben', unchangedSince: firstChange.body.changedAt })
  expect(secondChange).toMatchObject({ status: 200, body: { subject: 'By Ben' } })
  expect((await call(changeIssueEndpoint, { unchangedSince: 'yesterday' })).status).toBe(400)
})
