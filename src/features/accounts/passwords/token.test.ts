/** Keys in mails, passwords, and who has to show once more that it is them. */
import { describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, goTo, HOUR_MS, member, SECOND_MS, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById } from '#features/accounts/account.queries.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import * as passwords from './password.service.ts'
import { reauthenticate, reauthenticateUnlessRecent, requireViewer } from './reauthentication.service.ts'
import * as tokens from './token.service.ts'

useAccountsFixture()
const rows = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('email').execute()
const stored = (token: string, purpose: string, userId: number | null, email: string | null, ms: number) => ({
  token_hash: hashToken(token),
  purpose,
  user_id: userId,
  email,
  expires_at: at(ms),
})

describe('a key', () => {
  test('is kept as a hash, for an address in small letters, and is found for its purpose until its end', async () => {
    const key = await tokens.issueToken(ctx, { purpose: 'email', userId: member.id, email: 'Mia@Example.org' }, HOUR_MS)
    expect([key, await rows()]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      [stored(key, 'email', member.id, 'mia@example.org', HOUR_MS)],
    ])
    const found = { userId: member.id, email: 'mia@example.org' }
    goTo(HOUR_MS - 1)
    expect(await tokens.findToken(ctx, 'email', key)).toEqual(found)
    expect([await tokens.findToken(ctx, 'password', key), await tokens.findToken(ctx, 'email', `${key}x`)]).toEqual([undefined, undefined])
    goTo(HOUR_MS)
    expect(await tokens.findToken(ctx, 'email', key)).toBeUndefined()
    expect([await tokens.consumeToken(ctx, key), await tokens.consumeToken(ctx, key)]).toEqual([true, false])
  })

  test('for each of several addresses, in their order; for none there is none', async () => {
    expect(await tokens.issueTokens(ctx, 'news', [], HOUR_MS)).toEqual([])
    const keys = await tokens.issueTokens(ctx, 'news', ['B@example.org', 'a@example.org'], 5 * SECOND_MS)
    expect(new Set(keys).size).toBe(2)
    expect(await rows()).toEqual([
      stored(keys[1] ?? '', 'news', null, 'a@example.org', 5 * SECOND_MS),
      stored(keys[0] ?? '', 'news', null, 'b@example.org', 5 * SECOND_MS),
    ])
  })

  test('of which there is one for its purpose takes the place of the one before', async () => {
    await tokens.replaceStoredToken(ctx, 'import', 'first', at(1))
    await tokens.replaceStoredToken(ctx, 'other', 'third', at(2))
    await tokens.replaceStoredToken(ctx, 'import', 'second', at(3))
    const left = async () =>
      (await rows()).map((row) => [row.token_hash, row.purpose, row.user_id, row.email, row.expires_at].join(' ')).toSorted()
    expect(await left()).toEqual([`second import   ${at(3)}`, `third other   ${at(2)}`])
    expect([await tokens.removeStoredToken(ctx, 'second'), await tokens.removeStoredToken(ctx, 'second')]).toEqual([true, false])
    expect(await left()).toHaveLength(1)
  })

  test('goes with others of its account or its address, for one purpose or for all', async () => {
    const issue = async (purpose: string, userId: number | null, email: string) => {
      await tokens.issueToken(ctx, { purpose, userId, email }, DAY_MS)
    }
    const left = async () => (await rows()).map((row) => `${row.purpose} ${row.email}`)
    for (const purpose of ['x', 'y']) await issue(purpose, member.id, 'a@example.org')
    for (const purpose of ['x', 'y']) await issue(purpose, null, 'b@example.org')
    await tokens.removeTokensOfEmail(ctx, 'x', 'b@example.org')
    expect(await left()).toEqual(['x a@example.org', 'y a@example.org', 'y b@example.org'])
    await tokens.removeTokensOfUser(ctx, 'x', member.id)
    expect(await left()).toEqual(['y a@example.org', 'y b@example.org'])
    await tokens.removeTokensOfUser(ctx, undefined, member.id)
    expect(await left()).toEqual(['y b@example.org'])
  })
})

describe('a password', () => {
  test.each<[string, (string | null | undefined)[], boolean]>([
    ['qwertyuiop', [], true],
    ['QwertyUIOP', [], true],
    ['three cold radiators', [], false],
    ['Ada.Quill@example.org', [null, undefined, 'ada.quill@EXAMPLE.org'], true],
    ['ada.quill@example.org!', ['ada.quill@example.org'], false],
    ['Rene\u0301-at-home', ['RENÉ-at-home'], true],
  ])('%s, of %j, is one of those that are guessed first: %s', async (password, own, isCommon) => {
    expect(await passwords.isCommonPassword(password, own)).toBe(isCommon)
    const message = 'This password is too common. Please choose another.'
    const told = (path: string) => ({ status: 400, code: 'input.invalid', message, errors: [{ path, message }] })
    for (const path of ['password', 'newPassword']) {
      const refused = passwords.rejectCommonPassword(password, own, ...(path === 'password' ? [] : [path])).catch((fault: unknown) => fault)
      expect({ error: await refused }).toMatchObject({ error: isCommon ? told(path) : undefined })
    }
  })

  test('is the same however its letters are put together; none is never right', async () => {
    const hash = await passwords.hashPassword('Rene\u0301 at home')
    const verify = passwords.verifyPassword
    expect([await verify(hash, 'René at home'), await verify(hash, 'Rene at home')]).toEqual([true, false])
    for (const none of [null, undefined, '', 'no hash']) expect([none, await verify(none, 'x')]).toEqual([none, false])
  })

  test('that is made up: five groups of four, of letters that cannot be mistaken', () => {
    const made = Array.from({ length: 200 }, passwords.generatePassword)
    expect(made.filter((one) => !/^([a-hj-km-np-z2-9]{4}-){4}[a-hj-km-np-z2-9]{4}$/.test(one))).toEqual([])
    expect([new Set(made).size, new Set(made.join('')).size]).toEqual([200, 32])
  })
})

describe('once more', () => {
  const PASSWORD = 'three cold radiators'
  const viewer = (sessionId?: number) => ({ ...ctx, viewer: { ...member, ...(sessionId === undefined ? {} : { sessionId }) } })
  const begin = async (ms: number) => {
    const row = { user_id: member.id, token_hash: `s${ms}`, browser: '', created_at: at(ms), last_seen_at: at(ms), expires_at: at(DAY_MS) }
    return (await ctx.db.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const givePassword = async () => {
    const password_hash = await passwords.hashPassword(PASSWORD)
    await ctx.db.updateTable('users').set({ password_hash }).where('id', '=', member.id).execute()
  }
  const attempts = async () =>
    (await ctx.db.selectFrom('sign_in_failures').selectAll().execute()).map((row) => `${row.key} ${row.failures}`)

  test('the right password answers the account; the attempts before it are forgotten', async () => {
    await givePassword()
    const sessionId = await begin(-DAY_MS)
    const wrong = { status: 403, code: 'auth.wrong_password', message: 'That password is not right.' }
    await expect(reauthenticate(viewer(sessionId), 'wrong', 'p')).rejects.toMatchObject({
      ...wrong,
      errors: [{ path: 'p', message: wrong.message }],
    })
    expect(await attempts()).toEqual([`session:${sessionId} 1`])
    expect(await reauthenticate(viewer(sessionId), PASSWORD, 'p')).toEqual(await findSecretsById(ctx, member.id))
    expect(await attempts()).toEqual([])
  })

  test('nobody, and an account that is not there: sign in; no password is not counted', async () => {
    expect(() => requireViewer(ctx)).toThrow(expect.objectContaining({ status: 401 }))
    await expect(reauthenticate(ctx, PASSWORD, 'p')).rejects.toMatchObject({ status: 401 })
    await expect(reauthenticate({ ...ctx, viewer: { id: 424_242, isAdmin: false } }, PASSWORD, 'p')).rejects.toMatchObject({ status: 401 })
    const message = 'Please enter your password.'
    await expect(reauthenticate(viewer(), undefined, 'p')).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'p', message }] })
    expect(await attempts()).toEqual([])
  })

  test.each([
    [-1, false],
    [0, true],
    [300 * SECOND_MS - 1, true],
    [300 * SECOND_MS, false],
  ])('not, when the session began %d ms ago: %s', async (age, isRecent) => {
    const result: unknown = await reauthenticateUnlessRecent(viewer(await begin(-age)), undefined, 'p').catch((error: unknown) => error)
    expect(result).toMatchObject(isRecent ? { id: member.id } : { status: 400 })
  })

  test('a password that is given is looked at, however young the session; without one there is none that began', async () => {
    await givePassword()
    const sessionId = await begin(0)
    await expect(reauthenticateUnlessRecent(viewer(sessionId), 'wrong', 'p')).rejects.toMatchObject({ status: 403 })
    expect((await reauthenticateUnlessRecent(viewer(), PASSWORD, 'p')).id).toBe(member.id)
    for (const id of [undefined, sessionId + 1])
      await expect(reauthenticateUnlessRecent(viewer(id), undefined, 'p')).rejects.toMatchObject({ status: 400 })
  })
})
