/** Which browsers an account knows, for how long, and what is written down of those who guess. */
import { describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, from, goTo, headers, HOUR_MS, member, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById } from '#features/accounts/account.queries.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { recordWrongPassword, recordRefusedAccess, recordWrongCodes } from './guessing.service.ts'
import * as browsers from './known-browser.service.ts'

useAccountsFixture()
const TOKEN = 'a'.repeat(43)
const with_ = (token: string) => from('192.0.2.7', `__Host-device=${token}`)
const know = (userId: number, token = TOKEN, lastUsedAt = at(0)) =>
  ctx.db
    .insertInto('known_browsers')
    .values({ user_id: userId, token_hash: hashToken(token), last_used_at: lastUsedAt })
    .execute()
const known = () => ctx.db.selectFrom('known_browsers').selectAll().orderBy('last_used_at').execute()

describe('a browser', () => {
  test.each<[string, string, boolean]>([
    ['that signed in with', TOKEN, true],
    ['of one letter less', TOKEN.slice(1), false],
    ['of one letter more', `${TOKEN}a`, false],
    ['of letters that no key has', `${TOKEN.slice(1)}.`, false],
    ['of another key', 'b'.repeat(43), false],
  ])('%s', async (_what, token, isKnown) => {
    // Only the last of them is not in the table.
    for (const one of new Set([TOKEN, token])) if (!one.startsWith('b')) await know(member.id, one)
    const found = await browsers.findKnownBrowser(with_(token), member.id)
    expect(found).toBe(isKnown ? `${member.id}:${hashToken(TOKEN)}` : undefined)
    expect(await browsers.isNewBrowser(with_(token), member.id)).toBe(!isKnown)
  })

  test('is no news to an account that knows none, nor is another account’s', async () => {
    const other = await makeUser(ctx)
    expect(await browsers.isNewBrowser(with_(TOKEN), other.id)).toBe(false)
    await know(member.id)
    expect(await browsers.isNewBrowser(with_(TOKEN), other.id)).toBe(false)
    expect(await browsers.findKnownBrowser(with_(TOKEN), other.id)).toBeUndefined()
    expect(await browsers.findKnownBrowser({ db: ctx.db }, member.id)).toBeUndefined()
  })

  test('is remembered under the key it has, if that is one of ours, and else under a new one', async () => {
    const cookie = (token: string) => `set-cookie: __Host-device=${token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`
    await know(member.id, TOKEN, at(-DAY_MS))
    const other = await makeUser(ctx)
    await browsers.rememberBrowser(with_(TOKEN), other.id)
    await browsers.rememberBrowser(with_(TOKEN), member.id)
    expect(headers).toEqual([cookie(TOKEN), cookie(TOKEN)])
    expect((await known()).map((row) => [row.user_id, row.token_hash, row.last_used_at])).toEqual(
      expect.arrayContaining([other.id, member.id].map((id) => [id, hashToken(TOKEN), at(0)])),
    )
    headers.length = 0
    await browsers.rememberBrowser(with_('c'.repeat(43)), member.id)
    const made = /device=([\w-]{43});/.exec(headers[0] ?? '')?.[1] ?? ''
    expect([headers, made === 'c'.repeat(43)]).toEqual([[cookie(made)], false])
    expect((await known()).some((row) => row.token_hash === hashToken(made))).toBe(true)
  })

  test('is not remembered where nobody asked', async () => {
    const { caller: _, ...job } = ctx
    await browsers.rememberBrowser(job, member.id)
    expect([await known(), headers]).toEqual([[], []])
  })

  test('number twenty-one takes the place of the one that was used longest ago', async () => {
    for (let n = 1; n <= 20; n++) await know(member.id, String(n).padStart(43, 'x'), at(-n * DAY_MS))
    await browsers.rememberBrowser(with_('1'.padStart(43, 'x')), member.id)
    expect(await known()).toHaveLength(20)
    await browsers.rememberBrowser(ctx, member.id)
    const left = await known()
    expect([left.length, left[0]?.last_used_at, left.at(-1)?.last_used_at]).toEqual([20, at(-19 * DAY_MS), at(0)])
  })

  test('is forgotten with a new password, but for this one', async () => {
    const other = await makeUser(ctx)
    for (const [id, token] of [
      [member.id, TOKEN],
      [member.id, 'b'.repeat(43)],
      [other.id, 'b'.repeat(43)],
    ] as const)
      await know(id, token)
    await browsers.forgetOtherBrowsers(with_(TOKEN), member.id)
    const left = async () => (await known()).map((row) => `${row.user_id} ${row.token_hash}`).toSorted()
    expect(await left()).toEqual([`${member.id} ${hashToken(TOKEN)}`, `${other.id} ${hashToken('b'.repeat(43))}`].toSorted())
    await browsers.forgetOtherBrowsers(ctx, member.id)
    expect(await left()).toEqual([`${other.id} ${hashToken('b'.repeat(43))}`])
  })

  test('is forgotten after four hundred days, and the job says when the next will be', async () => {
    expect(await browsers.removeOldBrowsers(ctx)).toBeUndefined()
    await know(member.id, TOKEN, at(0))
    await know(member.id, 'b'.repeat(43), at(5000))
    goTo(400 * DAY_MS)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS))
    goTo(400 * DAY_MS + 1)
    expect(await browsers.removeOldBrowsers(ctx)).toBe(at(400 * DAY_MS + 5000))
    expect(await known()).toHaveLength(1)
  })
})

describe('whoever guesses', () => {
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
  const note = (tokenHash: string, userId: number | null, expiresAt: string) => ({
    token_hash: tokenHash,
    purpose: 'warning',
    user_id: userId,
    email: null,
    expires_at: expiresAt,
  })

  const counted = (isLast: boolean, failures: number) => ({ slots: [{ counters: [], waitS: 0, isLast, failures }], network: [] })

  test.each<[boolean, number, number, number]>([
    [false, 19, 0, 0],
    [true, 19, 1, 0],
    [false, 20, 0, 1],
    [true, 20, 1, 1],
  ])('a wrong password, the last one %s, number %d: %d in the log, %d mails', async (isLast, failures, noted, mailed) => {
    await recordWrongPassword(ctx, counted(isLast, failures), [await account()])
    expect(await entries()).toEqual(noted ? [`session.refused session ${member.id} Mia`] : [])
    expect(await subjects()).toEqual(mailed ? ['Mia@example.org: Somebody is guessing your password at Net Zero'] : [])
    expect(await tokens()).toEqual(mailed ? [note(`passwords:${member.id}:${day}`, member.id, midnight)] : [])
  })

  test('where there is no account: the log says so, and nobody is written to', async () => {
    await recordWrongPassword(ctx, counted(true, 20), [undefined])
    expect([await entries(), await subjects(), await tokens()]).toEqual([
      ['session.refused session  No such account'],
      [],
      [note(`passwords:0:${day}`, null, midnight)],
    ])
  })

  test('wrong codes: both, whatever was said of passwords on that day; by the name that the owner goes by', async () => {
    await recordWrongPassword(ctx, counted(false, 20), [await account()])
    for (let n = 0; n < 2; n++) await recordWrongCodes(ctx, await account().then((found) => found!))
    expect(await entries()).toHaveLength(2)
    expect((await subjects()).slice(1)).toEqual(['Mia@example.org: Somebody may know your password at Net Zero'])
    const bodies = await ctx.db.selectFrom('mails').select('body').orderBy('id').execute()
    for (const { body } of bodies) expect(body).toMatch(/^Hello Mia M\.,[^]*"Mia"[^]*https:\/\/green\.example\/forgot-password/)
    goTo(Date.parse(midnight) - NOW)
    await recordWrongCodes(ctx, await account().then((found) => found!))
    expect(await subjects()).toHaveLength(3)
  })

  test('a member at an administrator’s door stands in the log once an hour', async () => {
    const hour = Math.floor(NOW / HOUR_MS)
    for (const call of ['GET /api/admin/a', 'GET /api/admin/b']) await recordRefusedAccess(ctx, member.id, call)
    expect(await tokens()).toEqual([note(`refused:${member.id}:${hour}`, member.id, at(HOUR_MS))])
    goTo(HOUR_MS - 1)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/c')
    goTo(HOUR_MS)
    await recordRefusedAccess(ctx, member.id, 'GET /api/admin/d')
    expect(await entries()).toEqual(['a', 'd'].map((end) => `access.refused session ${member.id} GET /api/admin/${end}`))
  })
})
