/** Tests the access control of the suppression list and of the endpoints for reports. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { COMPLAINT } from '#tests/support/returned-mail.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './suppression.contract.ts'
import { setMailEventsToken } from './suppression.service.ts'

const TOKEN = 'a token of the provider'
let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  setMailEventsToken(TOKEN)
})
afterEach(() => setMailEventsToken(TOKEN))
afterAll(() => site.close())

const report = (events: object[], token = TOKEN) =>
  site.call(null, contract.reportMailEventsEndpoint, { query: { token }, body: { events } })
const listSuppressions = async () => (await site.call(admin, contract.listSuppressionsEndpoint)).body

describe('access control', () => {
  test('reports are rejected with a wrong token or invalid events, and return 404 when no token is configured', async () => {
    const event = { type: 'bounce', address: 'ann@example.org' }
    expect((await report([event], 'another')).body.code).toBe('mail_events.wrong_token')
    expect((await report([{ ...event, type: 'unknown' }])).status).toBe(400)
    expect((await report([{ ...event, address: 'nonsense' }])).status).toBe(400)
    setMailEventsToken(undefined)
    expect((await report([event])).status).toBe(404)
    expect(
      (await site.call(null, contract.reportReturnedMailEndpoint, { query: { token: TOKEN }, body: { message: COMPLAINT() } })).status,
    ).toBe(404)
    expect(await listSuppressions()).toEqual([])
  })
  test('visitors and members cannot read or change the list', async () => {
    const member = await makeUser(site.ctx)
    for (const [who, status] of [
      [null, 401],
      [member, 403],
    ] as const) {
      expect((await site.call(who, contract.listSuppressionsEndpoint)).status).toBe(status)
      expect((await site.call(who, contract.addSuppressionEndpoint, { body: { address: 'a@example.org' } })).status).toBe(status)
      expect((await site.call(who, contract.removeSuppressionEndpoint, { params: { id: 1 } })).status).toBe(status)
    }
    expect((await site.call(admin, contract.removeSuppressionEndpoint, { params: { id: 999 } })).status).toBe(404)
  })
})
