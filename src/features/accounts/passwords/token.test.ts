/** Tests the tokens of mailed links, password hashing, and reauthentication. */
import { describe, expect, test } from 'vitest'
import { at, ctx, DAY_MS, goTo, HOUR_MS, member, SECOND_MS, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById } from '#features/accounts/account.queries.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import * as passwords from './password.service.ts'
import { reauthenticate, reauthenticateUnlessRecent, requireViewer } from './reauthentication.service.ts'
import * as tokens from './token.service.ts'

useAccountsFixture()
const listTokens = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('email').execute()
const createExpectedRow = (token: string, purpose: string, userId: number | null, email: string | null, ms: number) => ({
  token_hash: hashToken(token),
  purpose,
  user_id: userId,
  email,
  expires_at: at(ms),
})

describe('a token', () => {
  test('is stored as a hash with a lowercase email, and found for its purpose until it expires', async () => {
    const token = await tokens.issueToken(ctx, { purpose: 'email', userId: member.id, email: 'Mia@Example.org' }, HOUR_MS)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await listTokens()).toEqual([createExpectedRow(token, 'email', member.id, 'mia@example.org', HOUR_MS)])
    const subject = { userId: member.id, email: 'mia@example.org' }
    goTo(HOUR_MS - 1)
    expect(await tokens.findToken(ctx, 'email', token)).toEqual(subject)
    expect(await tokens.findToken(ctx, 'password', token)).toBeUndefined()
    expect(await tokens.findToken(ctx, 'email', `${token}x`)).toBeUndefined()
    goTo(HOUR_MS)
    expect(await tokens.findToken(ctx, 'email', token)).toBeUndefined()
    expect(await tokens.consumeToken(ctx, token)).toBe(true)
    expect(await tokens.consumeToken(ctx, token)).toBe(false)
  })

  test('is issued by issueTokens for each email, in the same order', async () => {
    expect(await tokens.issueTokens(ctx, 'news', [], HOUR_MS)).toEqual([])
    const issuedTokens = await tokens.issueTokens(ctx, 'news', ['B@example.org', 'a@example.org'], 5 * SECOND_MS)
    expect(new Set(issuedTokens).size).toBe(2)
    expect(await listTokens()).toEqual([
      createExpectedRow(issuedTokens[1] ?? '', 'news', null, 'a@example.org', 5 * SECOND_MS),
      createExpectedRow(issuedTokens[0] ?? '', 'news', null, 'b@example.org', 5 * SECOND_MS),
    ])
  })

  test('is replaced by replaceStoredToken only if it has the same purpose', async () => {
    await tokens.replaceStoredToken(ctx, 'import', 'first', at(1))
    await tokens.replaceStoredToken(ctx, 'other', 'third', at(2))
    await tokens.replaceStoredToken(ctx, 'import', 'second', at(3))
    const listRemaining = async () =>
      (await listTokens()).map((row) => [row.token_hash, row.purpose, row.user_id, row.email, row.expires_at].join(' ')).toSorted()
    expect(await listRemaining()).toEqual([`second import   ${at(3)}`, `third other   ${at(2)}`])
    expect(await tokens.removeStoredToken(ctx, 'second')).toBe(true)
    expect(await tokens.removeStoredToken(ctx, 'second')).toBe(false)
    expect(await listRemaining()).toHaveLength(1)
  })

  test('can be removed by user or email, for one purpose, and by user for all purposes', async () => {
    const issue = async (purpose: string, userId: number | null, email: string) => {
      await tokens.issueToken(ctx, { purpose, userId, email }, DAY_MS)
    }
    const listRemaining = async () => (await listTokens()).map((row) => `${row.purpose} ${row.email}`)
    for (const purpose of ['x', 'y']) await issue(purpose, member.id, 'a@example.org')
    for (const purpose of ['x', 'y']) await issue(purpose, null, 'b@example.org')
    await tokens.removeTokensOfEmail(ctx, 'x', 'b@example.org')
    expect(await listRemaining()).toEqual(['x a@example.org', 'y a@example.org', 'y b@example.org'])
    await tokens.removeTokensOfUser(ctx, 'x', member.id)
    expect(await listRemaining()).toEqual(['y a@example.org', 'y b@example.org'])
    await tokens.removeTokensOfUser(ctx, undefined, member.id)
    expect(await listRemaining()).toEqual(['y b@example.org'])
  })
})

describe('password', () => {
  test.each<[string, (string | null | undefined)[], boolean]>([
    ['qwertyuiop', [], true],
    ['QwertyUIOP', [], true],
    ['three cold radiators', [], false],
    ['Ada.Quill@example.org', [null, undefined, 'ada.quill@EXAMPLE.org'], true],
    ['ada.quill@example.org!', ['ada.quill@example.org'], false],
    ['Rene\u0301-at-home', ['RENÉ-at-home'], true],
  ])('%s with the guessable words %j is common: %s', async (password, guessableWords, isCommon) => {
    expect(await passwords.isCommonPassword(password, guessableWords)).toBe(isCommon)
    const message = 'This password is too common. Please choose another.'
    const createError = (path: string) => ({ status: 400, code: 'input.invalid', message, errors: [{ path, message }] })
    for (const path of ['password', 'newPassword']) {
      const rejection = passwords
        .rejectCommonPassword(password, guessableWords, ...(path === 'password' ? [] : [path]))
        .catch((reason: unknown) => reason)
      expect({ error: await rejection }).toMatchObject({ error: isCommon ? createError(path) : undefined })
    }
  })

  test('verification ignores the Unicode normal form, and returns false for missing or malformed hashes', async () => {
    const hash = await passwords.hashPassword('Rene\u0301 at home')
    const verifyPassword = passwords.verifyPassword
    expect(await verifyPassword(hash, 'René at home')).toBe(true)
    expect(await verifyPassword(hash, 'Rene at home')).toBe(false)
    for (const storedHash of [null, undefined, '', 'no hash']) expect(await verifyPassword(storedHash, 'x')).toBe(false)
  })

  test('generatePassword returns five groups of four unambiguous characters', () => {
    const generatedPasswords = Array.from({ length: 200 }, passwords.generatePassword)
    expect(generatedPasswords.filter((password) => !/^([a-hj-km-np-z2-9]{4}-){4}[a-hj-km-np-z2-9]{4}$/.test(password))).toEqual([])
    expect(new Set(generatedPasswords).size).toBe(200)
    expect(new Set(generatedPasswords.join('')).size).toBe(32)
  })
})

describe('reauthentication', () => {
  const PASSWORD = 'three cold radiators'
  const createViewerContext = (sessionId?: number) => ({ ...ctx, viewer: { ...member, ...(sessionId === undefined ? {} : { sessionId }) } })
  const startSession = async (ms: number) => {
    const row = { user_id: member.id, token_hash: `s${ms}`, browser: '', created_at: at(ms), last_seen_at: at(ms), expires_at: at(DAY_MS) }
    return (await ctx.db.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const setPassword = async () => {
    const password_hash = await passwords.hashPassword(PASSWORD)
    await ctx.db.updateTable('users').set({ password_hash }).where('id', '=', member.id).execute()
  }
  const listAttempts = async () =>
    (await ctx.db.selectFrom('sign_in_failures').selectAll().execute()).map((row) => `${row.key} ${row.failures}`)

  test('returns the account for the correct password, and resets the counted attempts', async () => {
    await setPassword()
    const sessionId = await startSession(-DAY_MS)
    const wrongPassword = { status: 403, code: 'auth.wrong_password', message: 'That password is incorrect.' }
    await expect(reauthenticate(createViewerContext(sessionId), 'wrong', 'p')).rejects.toMatchObject({
      ...wrongPassword,
      errors: [{ path: 'p', message: wrongPassword.message }],
    })
    expect(await listAttempts()).toEqual([`session:${sessionId} 1`])
    expect(await reauthenticate(createViewerContext(sessionId), PASSWORD, 'p')).toEqual(await findSecretsById(ctx, member.id))
    expect(await listAttempts()).toEqual([])
  })

  test('throws for visitors, unknown accounts and missing passwords, and counts none of them as an attempt', async () => {
    expect(() => requireViewer(ctx)).toThrow(expect.objectContaining({ status: 401 }))
    await expect(reauthenticate(ctx, PASSWORD, 'p')).rejects.toMatchObject({ status: 401 })
    await expect(reauthenticate({ ...ctx, viewer: { id: 424_242, isAdmin: false } }, PASSWORD, 'p')).rejects.toMatchObject({ status: 401 })
    const message = 'Please enter your password.'
    await expect(reauthenticate(createViewerContext(), undefined, 'p')).rejects.toMatchObject({
      status: 400,
      message,
      errors: [{ path: 'p', message }],
    })
    expect(await listAttempts()).toEqual([])
  })

  test.each([
    [-1, false],
    [0, true],
    [300 * SECOND_MS - 1, true],
    [300 * SECOND_MS, false],
  ])('without a password, in a session that started %d ms ago, succeeds: %s', async (ageMs, isRecent) => {
    const result: unknown = await reauthenticateUnlessRecent(createViewerContext(await startSession(-ageMs)), undefined, 'p').catch(
      (error: unknown) => error,
    )
    expect(result).toMatchObject(isRecent ? { id: member.id } : { status: 400 })
  })

  test('verifies a submitted password even in a recent session, and requires one without a known session', async () => {
    await setPassword()
    const sessionId = await startSession(0)
    await expect(reauthenticateUnlessRecent(createViewerContext(sessionId), 'wrong', 'p')).rejects.toMatchObject({ status: 403 })
    expect((await reauthenticateUnlessRecent(createViewerContext(), PASSWORD, 'p')).id).toBe(member.id)
    for (const id of [undefined, sessionId + 1])
      await expect(reauthenticateUnlessRecent(createViewerContext(id), undefined, 'p')).rejects.toMatchObject({ status: 400 })
  })
})
