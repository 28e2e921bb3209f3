/** Known browsers of an account, and the reports about password guessing. */
import { describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, from, goTo, headers, HOUR_MS, member, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById } from '#features/accounts/account.queries.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { recordWrongPassword, recordRefusedAccess, recordWrongCodes } from './guessing.service.ts'
import * as browsers from './known-browser.service.ts'

useAccountsFixture()
const TOKEN = 'a'.repeat(43)
const withDevice = (token: string) => from('192.0.2.7', `__Host-device=${token}`)
const addBrowser = (userId: number, token = TOKEN, lastUsedAt = at(0)) =>
  ctx.db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: hashToken(token), last_used_at: lastUsedAt })
    .execute()
const knownBrowsers = () => ctx.db.selectFrom('known_browsers').selectAll().orderBy('last_used_at').execute()

describe('known browser', () => {
  test.each<[string, string, boolean]>([
    ['with a known token', TOKEN, true],
    ['with a shorter token', TOKEN.slice(1), false],
    ['with a longer token', `${TOKEN}a`, false],
    ['with an invalid character', `${TOKEN.slice(1)}.`, false],
    ['with an unknown token', 'b'.repeat(43), false],
  ])('%s is recognised only if the token is valid', async (_case, token, isKnown) => {
    // All but the unknown token are in the table.
    for (const stored of new Set([TOKEN, token])) if (!stored.startsWith('b')) await addBrowser(member.id, stored)
    const counterKey = await browsers.findKnownBrowser(withDevice(token), member.id)
    expect(counterKey).toBe(isKnown ? `${member.id}:${hashToken(TOKEN)}` : undefined)
    expect(await browsers.isNewBrowser(withDevice(token), member.id)).toBe(!isKnown)
  })

  test('is not new for an account without known browsers, and is not shared between accounts', async () => {
    const other = await makeUser(ctx)
    expect(await browsers.isNewBrowser(withDevice(TOKEN), other.id)).toBe(false)
    await addBrowser(member.id)
    expect(await browsers.isNewBrowser(withDevice(TOKEN), other.id)).toBe(false)
    expect(await browsers.findKnownBrowser(withDevice(TOKEN), other.id)).toBeUndefined()
    expect(await browsers.findKnownBrowser({ db: ctx.db }, member.id)).toBeUndefined()
  })

  test('keeps its token if the table contains it, and otherwise gets a new one', async () => {
    const cookie = (token: string) => `set-cookie: __Host-device=${token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`
    await addBrowser(member.id, TOKEN, at(-DAY_MS))
    const other = await makeUser(ctx)
    await browsers.rememberBrowser(withDevice(TOKEN), other.id)
    await browsers.rememberBrowser(withDevice(TOKEN), member.id)
    expect(headers).toEqual([cookie(TOKEN), cookie(TOKEN)])
    expect((await knownBrowsers()).map((row) => [row.user_id, row.token_hash, row.last_used_at])).toEqual(
      expect.arrayContaining([other.id, member.id].map((id) => [id, hashToken(TOKEN), at(0)])),
    )
    headers.length = 0
    await browsers.rememberBrowser(withDevice('c'.repeat(43)), member.id)
    const created = /device=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
    expect(headers).toEqual([cookie(created)])
    expect(created).not.toBe('c'.repeat(43))
    expect((await knownBrowsers()).some((row) => row.token_hash === hashToken(created))).toBe(true)
  })

  test('is not remembered outside a request', async () => {
    const { caller: _, ...job } = ctx
    await browsers.rememberBrowser(job, member.id)
    expect(await knownBrowsers()).toEqual([])
    expect(headers).toEqual([])
  })

  test('number twenty-one replaces the least recently used one', async () => {
    for (let n = 1; n <= 20; n++) await addBrowser(member.id, String(n).padStart(43, 'x'), at(-n * DAY_MS))
    await browsers.rememberBrowser(withDevice('1'.padStart(43, 'x')), member.id)
    expect(await knownBrowsers()).toHaveLength(20)
    await browsers.rememberBrowser(ctx, member.id)
    const left = await knownBrowsers()
    expect(left).toHaveLength(20)
    expect(left[0]?.last_used_at).toBe(at(-19 * DAY_MS))
    expect(left.at(-1)?.last_used_at).toBe(at(0))
  })

  test('is deleted after a password change, except for the current one', async () => {
    const other = await makeUser(ctx)
    for (const [id, token] of [
      [member.id, TOKEN],
      [member.id, 'b'.repeat(43)],
      [other.id, 'b'.repeat(43)],
    ] as const)
      await addBrowser(id, token)
    await browsers.deleteOtherBrowsers(withDevice(TOKEN), member.id)
    const left = async () => (await knownBrowsers()).map((row) => `${row.user_id} ${row.token_hash}`).toSorted()
    expect(await left()).toEqual([`${member.id} ${hashToken(TOKEN)}`, `${other.id} ${hashToken('b'.repeat(43))}`].toSorted())
    await browsers.deleteOtherBrowsers(ctx, member.id)
    expect(await left()).toEqual([`${other.id} ${hashToken('b'.repeat(43))}`])
  })

  test('is deleted after 400 days, and the job returns when the next one is due', async () => {
    expect(await browsers.removeOldBrowsers(ctx)).toBeUndefined()
    await addBrowser(member.id, TOKEN, at(0))
    await addBrowser(member.id, 'b'.repeat(43), at(5000))
    goTo(400 * DAY_MS)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS))
    goTo(400 * DAY_MS + 1)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS + 5000))
    expect(await knownBrowsers()).toHaveLength(1)
  })
})

describe('guessing', () => {
  const account = async () => await findSecretsById(ctx, member.id)
  const tokens = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('token_hash').execute()
  const entries = async () =>
    (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) =>
      [row.action, row.subject_type, row.subject_id, row.subject_title].join(' '),
    )
  const subjects = async () =>
    (await ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()).map((row) => `${row.to_address}: ${row.subject}`)
  const day = Math.floor(NOW / DAY_MS)
  const midnight = new Date((day + 1) * DAY_MS).toISOString()
  const tokenRow = (tokenHash: string, userId: number | null, expiresAt: string) => ({
    token_hash: tokenHash,
    purpose: 'warning',
    user_id: userId,
    email: null,
    expires_at: expiresAt,
  })

  const attempt = (isLast: boolean, failures: number) => ({ slots: [{ counters: [], waitS: 0, isLast, failures }], network: [] })

  test.each<[boolean, number, number, number]>([
    [false, 19, 0, 0],
    [true, 19, 1, 0],
    [false, 20, 0, 1],
    [true, 20, 1, 1],
  ])(
    'a wrong password (starts a delay: %s, failures: %d) adds %d audit entries and %d mails',
    async (isLast, failures, audited, mailed) => {
      await recordWrongPassword(ctx, attempt(isLast, failures), [await account()])
      expect(await entries()).toEqual(audited ? [`session.refused session ${member.id} Mia`] : [])
      expect(await subjects()).toEqual(mailed ? ['Mia@example.org: Someone is guessing your password at Net Zero'] : [])
      expect(await tokens()).toEqual(mailed ? [tokenRow(`passwords:${member.id}:${day}`, member.id, midnight)] : [])
    },
  )

  test('of an unknown account adds an audit entry and sends no mail', async () => {
    await recordWrongPassword(ctx, attempt(true, 20), [undefined])
    expect(await entries()).toEqual(['session.refused session  No such account'])
    expect(await subjects()).toEqual([])
    expect(await tokens()).toEqual([tokenRow(`passwords:0:${day}`, null, midnight)])
  })

  test('of codes adds an audit entry and a mail, independently of the mail about passwords', async () => {
    await recordWrongPassword(ctx, attempt(false, 20), [await account()])
    for (let n = 0; n < 2; n++) await recordWrongCodes(ctx, await account().then((found) => found!))
    expect(await entries()).toHaveLength(2)
    expect((await subjects()).slice(1)).toEqual(['Mia@example.org: Someone may know your password at Net Zero'])
    const bodies = await ctx.db.selectFrom('mails').select('body').orderBy('id').execute()
    for (const { body } of bodies) expect(body).toMatch(/^Hello Mia M\.,[^]*"Mia"[^]*https:\/\/green\.example\/forgot-password/)
    goTo(Date.parse(midnight) - NOW)
    await recordWrongCodes(ctx, await account().then((found) => found!))
    expect(await subjects()).toHaveLength(3)
  })

  test('recordRefusedAccess adds at most one audit entry per member and hour', async () => {
    const hour = Math.floor(NOW / HOUR_MS)
    for (const call of ['GET /api/admin/a', 'GET /api/admin/b']) await recordRefusedAccess(ctx, member.id, call)
    expect(await tokens()).toEqual([tokenRow(`refused:${member.id}:${hour}`, member.id, at(HOUR_MS))])
    goTo(HOUR_MS - 1)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/c')
    goTo(HOUR_MS)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/d')
    expect(await entries()).toEqual(['a', 'd'].map((end) => `access.refused session ${member.id} GET /api/admin/${end}`))
  })
})
