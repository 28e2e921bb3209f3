/** Whoever holds the link of a new copy becomes its administrator, once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSessionEndpoint } from '#features/accounts/account.contract.ts'
import { cookieOf, TEST_PASSWORD } from '#features/accounts/account.factory.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { claimEndpoint, getClaimEndpoint } from './claim.contract.ts'
import { renewClaim } from '#features/deployment/copies/copies.service.ts'

let site: TestSite
let claim: Awaited<ReturnType<typeof renewClaim>>
beforeAll(async () => {
  site = await openTestSite()
  claim = await renewClaim(site.ctx.db)
  site.ctx.site.settings.claimUntil = claim.claimUntil
})
afterAll(() => site.close())

const take = (token: string, username = 'keeper') =>
  site.call(null, claimEndpoint, { body: { token, username, email: `${username}@example.org`, password: TEST_PASSWORD } })
const state = async () => (await site.call(null, getClaimEndpoint)).body
const WRONG = 'This link does not work. It may have been used, or its seven days are over.'

test('a wrong link makes nobody an administrator, and says so', async () => {
  expect(await state()).toEqual({ state: 'open', until: claim.claimUntil })
  const { status, body } = await take('x'.repeat(43))
  expect([status, body]).toEqual([400, { code: 'input.invalid', message: WRONG, errors: [{ path: 'token', message: WRONG }] }])
  expect(await state()).toEqual({ state: 'open', until: claim.claimUntil })
})

test('the right one makes an administrator with a session that is one’s, and is noted', async () => {
  const made = await take(claim.claimToken)
  expect([made.status, made.body.user]).toEqual([201, expect.objectContaining({ username: 'keeper', isAdmin: true, isRestricted: false })])
  expect([made.headers['set-cookie']].flat()[0]).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; /)
  const session = await site.call(null, adminSessionEndpoint, {}, { cookie: cookieOf(made) })
  expect([session.status, session.body.user.username]).toEqual([200, 'keeper'])
  const { ctx } = site
  const held = await ctx.db.selectFrom('sessions').select(['created_at', 'expires_at']).executeTakeFirstOrThrow()
  expect(Date.parse(held.expires_at) - Date.parse(held.created_at)).toBe(12 * 3_600_000)
  const id = made.body.user.id as number
  expect(await lastEntryOf(ctx, 'user', id)).toMatchObject({ action: 'user.claim', subject_title: 'keeper' })
  expect(await state()).toEqual({ state: 'closed', until: null })
  const stored = await ctx.db.selectFrom('settings').select('value').where('key', '=', 'claimUntil').executeTakeFirst()
  expect(stored?.value).toBe('""')
})

test('it works once', async () => {
  const { status, body } = await take(claim.claimToken, 'second')
  expect([status, body.message]).toEqual([400, WRONG])
})
