/** Tests the known browsers of an account, and the reports about password guessing. */
import { describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, from, goTo, headers, HOUR_MS, member, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById } from '#features/accounts/account.queries.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { recordWrongPassword, recordRefusedAccess, recordWrongCodes } from './guessing.service.ts'
import * as browsers from './known-browser.service.ts'

useAccountsFixture()
const TOKEN = 'a'.repeat(43)
const createDeviceContext = (token: string) => from('192.0.2.7', `__Host-device=${token}`)
const addBrowser = (userId: number, token = TOKEN, lastUsedAt = at(0)) =>
  ctx.db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: hashToken(token), last_used_at: lastUsedAt })
    .execute()
const listKnownBrowsers = () => ctx.db.selectFrom('known_browsers').selectAll().orderBy('last_used_at').execute()

describe('a known browser', () => {
  test.each<[string, string, boolean]>([
    ['with a known token', TOKEN, true],
    ['with a shorter token', TOKEN.slice(1), false],
    ['with a longer token', `${TOKEN}a`, false],
    ['with an invalid character', `${TOKEN.slice(1)}.`, false],
    ['with an unknown token', 'b'.repeat(43), false],
  ])('%s (%s) is recognised: %s', async (_case, token, isKnown) => {
    // The table contains all tokens except the unknown one.
    for (const storedToken of new Set([TOKEN, token])) if (!storedToken.startsWith('b')) await addBrowser(member.id, storedToken)
    const counterKey = await browsers.findKnownBrowser(createDeviceContext(token), member.id)
    expect(counterKey).toBe(isKnown ? `${member.id}:${hashToken(TOKEN)}` : undefined)
    expect(await browsers.isNewBrowser(createDeviceContext(token), member.id)).toBe(!isKnown)
  })

  test('of one account is not known to another, but does not count as new for an account without known browsers', async () => {
    const otherMember = await makeUser(ctx)
    expect(await browsers.isNewBrowser(createDeviceContext(TOKEN), otherMember.id)).toBe(false)
    await addBrowser(member.id)
    expect(await browsers.isNewBrowser(createDeviceContext(TOKEN), otherMember.id)).toBe(false)
    expect(await browsers.findKnownBrowser(createDeviceContext(TOKEN), otherMember.id)).toBeUndefined()
    expect(await browsers.findKnownBrowser({ db: ctx.db }, member.id)).toBeUndefined()
  })

  test('gets a new token unless the table contains that of its cookie', async () => {
    const formatExpectedCookie = (token: string) =>
      `set-cookie: __Host-device=${token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`
    await addBrowser(member.id, TOKEN, at(-DAY_MS))
    const otherMember = await makeUser(ctx)
    await browsers.rememberBrowser(createDeviceContext(TOKEN), otherMember.id)
    await browsers.rememberBrowser(createDeviceContext(TOKEN), member.id)
    expect(headers).toEqual([formatExpectedCookie(TOKEN), formatExpectedCookie(TOKEN)])
    expect((await listKnownBrowsers()).map((row) => [row.user_id, row.token_hash, row.last_used_at])).toEqual(
      expect.arrayContaining([otherMember.id, member.id].map((id) => [id, hashToken(TOKEN), at(0)])),
    )
    headers.length = 0
    await browsers.rememberBrowser(createDeviceContext('c'.repeat(43)), member.id)
    const createdToken = /device=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
    expect(headers).toEqual([formatExpectedCookie(createdToken)])
    expect(createdToken).not.toBe('c'.repeat(43))
    expect((await listKnownBrowsers()).some((row) => row.token_hash === hashToken(createdToken))).toBe(true)
  })

  test('is not remembered outside a request', async () => {
    const { caller: _, ...jobContext } = ctx
    await browsers.rememberBrowser(jobContext, member.id)
    expect(await listKnownBrowsers()).toEqual([])
    expect(headers).toEqual([])
  })

  test('replaces the least recently used one if it is the twenty-first', async () => {
    for (let n = 1; n <= 20; n++) await addBrowser(member.id, String(n).padStart(43, 'x'), at(-n * DAY_MS))
    await browsers.rememberBrowser(createDeviceContext('1'.padStart(43, 'x')), member.id)
    expect(await listKnownBrowsers()).toHaveLength(20)
    await browsers.rememberBrowser(ctx, member.id)
    const remainingBrowsers = await listKnownBrowsers()
    expect(remainingBrowsers).toHaveLength(20)
    expect(remainingBrowsers[0]?.last_used_at).toBe(at(-19 * DAY_MS))
    expect(remainingBrowsers.at(-1)?.last_used_at).toBe(at(0))
  })

  test('is deleted after a password change, unless it is the current one', async () => {
    const otherMember = await makeUser(ctx)
    for (const [id, token] of [
      [member.id, TOKEN],
      [member.id, 'b'.repeat(43)],
      [otherMember.id, 'b'.repeat(43)],
    ] as const)
      await addBrowser(id, token)
    await browsers.deleteOtherBrowsers(createDeviceContext(TOKEN), member.id)
    const listRemaining = async () => (await listKnownBrowsers()).map((row) => `${row.user_id} ${row.token_hash}`).toSorted()
    expect(await listRemaining()).toEqual([`${member.id} ${hashToken(TOKEN)}`, `${otherMember.id} ${hashToken('b'.repeat(43))}`].toSorted())
    await browsers.deleteOtherBrowsers(ctx, member.id)
    expect(await listRemaining()).toEqual([`${otherMember.id} ${hashToken('b'.repeat(43))}`])
  })

  test('is deleted 400 days after its last use, and the job returns when the next one is due', async () => {
    expect(await browsers.removeOldBrowsers(ctx)).toBeUndefined()
    await addBrowser(member.id, TOKEN, at(0))
    await addBrowser(member.id, 'b'.repeat(43), at(5000))
    goTo(400 * DAY_MS)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS))
    goTo(400 * DAY_MS + 1)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS + 5000))
    expect(await listKnownBrowsers()).toHaveLength(1)
  })
})

describe('guessing of passwords and codes', () => {
  const findAccount = async () => await findSecretsById(ctx, member.id)
  const listTokens = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('token_hash').execute()
  const listAuditEntries = async () =>
    (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) =>
      [row.action, row.subject_type, row.subject_id, row.subject_title].join(' '),
    )
  const listSubjects = async () =>
    (await ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()).map((row) => `${row.to_address}: ${row.subject}`)
  const day = Math.floor(NOW / DAY_MS)
  const midnight = new Date((day + 1) * DAY_MS).toISOString()
  const createTokenRow = (tokenHash: string, userId: number | null, expiresAt: string) => ({
    token_hash: tokenHash,
    purpose: 'warning',
    user_id: userId,
    email: null,
    expires_at: expiresAt,
  })

  const createAttempt = (isLast: boolean, failures: number) => ({ slots: [{ counters: [], waitS: 0, isLast, failures }], network: [] })

  test.each<[boolean, number, number, number]>([
    [false, 19, 0, 0],
    [true, 19, 1, 0],
    [false, 20, 0, 1],
    [true, 20, 1, 1],
  ])(
    'with a wrong password (starts a delay: %s, failures: %d) adds %d audit entries and sends %d mails',
    async (isLast, failures, entryCount, mailCount) => {
      await recordWrongPassword(ctx, createAttempt(isLast, failures), [await findAccount()])
      expect(await listAuditEntries()).toEqual(entryCount ? [`session.refused session ${member.id} Mia`] : [])
      expect(await listSubjects()).toEqual(mailCount ? ['Mia@example.org: Someone is guessing your password at Net Zero'] : [])
      expect(await listTokens()).toEqual(mailCount ? [createTokenRow(`passwords:${member.id}:${day}`, member.id, midnight)] : [])
    },
  )

  test('for an unknown account adds an audit entry and sends no mail', async () => {
    await recordWrongPassword(ctx, createAttempt(true, 20), [undefined])
    expect(await listAuditEntries()).toEqual(['session.refused session  No such account'])
    expect(await listSubjects()).toEqual([])
    expect(await listTokens()).toEqual([createTokenRow(`passwords:0:${day}`, null, midnight)])
  })

  test('with wrong codes adds an audit entry each time, and sends a mail once a day, independently of the mail about passwords', async () => {
    await recordWrongPassword(ctx, createAttempt(false, 20), [await findAccount()])
    for (let n = 0; n < 2; n++) await recordWrongCodes(ctx, await findAccount().then((account) => account!))
    expect(await listAuditEntries()).toHaveLength(2)
    expect((await listSubjects()).slice(1)).toEqual(['Mia@example.org: Someone may know your password at Net Zero'])
    const bodies = await ctx.db.selectFrom('mails').select('body').orderBy('id').execute()
    for (const { body } of bodies) expect(body).toMatch(/^Hello Mia M\.,[^]*"Mia"[^]*https:\/\/green\.example\/forgot-password/)
    goTo(Date.parse(midnight) - NOW)
    await recordWrongCodes(ctx, await findAccount().then((account) => account!))
    expect(await listSubjects()).toHaveLength(3)
  })

  test('recordRefusedAccess adds at most one audit entry per member and hour', async () => {
    const hour = Math.floor(NOW / HOUR_MS)
    for (const call of ['GET /api/admin/a', 'GET /api/admin/b']) await recordRefusedAccess(ctx, member.id, call)
    expect(await listTokens()).toEqual([createTokenRow(`refused:${member.id}:${hour}`, member.id, at(HOUR_MS))])
    goTo(HOUR_MS - 1)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/c')
    goTo(HOUR_MS)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/d')
    expect(await listAuditEntries()).toEqual(['a', 'd'].map((suffix) => `access.refused session ${member.id} GET /api/admin/${suffix}`))
  })
})
