/** Tests claiming a tenant site with its link. */
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

const submitClaim = (token: string, username = 'keeper') =>
  site.call(null, claimEndpoint, { body: { token, username, email: `${username}@example.org`, password: TEST_PASSWORD } })
const getClaimState = async () => (await site.call(null, getClaimEndpoint)).body
const INVALID_LINK = 'This link does not work. It may have been used already, or have expired after seven days.'

test('an invalid link returns 400 and leaves the claim open', async () => {
  expect(await getClaimState()).toEqual({ state: 'open', until: claim.claimUntil })
  const { status, body } = await submitClaim('x'.repeat(43))
  expect(status).toBe(400)
  expect(body).toEqual({ code: 'input.invalid', message: INVALID_LINK, errors: [{ path: 'token', message: INVALID_LINK }] })
  expect(await getClaimState()).toEqual({ state: 'open', until: claim.claimUntil })
})

test('a valid link creates an administrator, opens a session and is recorded in the audit log', async () => {
  const claimed = await submitClaim(claim.claimToken)
  expect(claimed.status).toBe(201)
  expect(claimed.body.user).toMatchObject({ username: 'keeper', isAdmin: true, isRestricted: false })
  expect([claimed.headers['set-cookie']].flat()[0]).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; /)
  const session = await site.call(null, adminSessionEndpoint, {}, { cookie: cookieOf(claimed) })
  expect(session.status).toBe(200)
  expect(session.body.user.username).toBe('keeper')
  const { ctx } = site
  const stored = await ctx.db.selectFrom('sessions').select(['created_at', 'expires_at']).executeTakeFirstOrThrow()
  expect(Date.parse(stored.expires_at) - Date.parse(stored.created_at)).toBe(12 * 3_600_000)
  const id = claimed.body.user.id as number
  expect(await lastEntryOf(ctx, 'user', id)).toMatchObject({ action: 'user.claim', subject_title: 'keeper' })
  const member = await ctx.db.selectFrom('users').select('last_active').where('id', '=', id).executeTakeFirstOrThrow()
  expect(Date.now() - Date.parse(member.last_active ?? '')).toBeLessThan(60_000)
  expect(await getClaimState()).toEqual({ state: 'closed', until: null })
  const setting = await ctx.db.selectFrom('settings').select('value').where('key', '=', 'claimUntil').executeTakeFirst()
  expect(setting?.value).toBe('""')
})

test('a used link returns 400', async () => {
  const { status, body } = await submitClaim(claim.claimToken, 'second')
  expect(status).toBe(400)
  expect(body.message).toBe(INVALID_LINK)
})
