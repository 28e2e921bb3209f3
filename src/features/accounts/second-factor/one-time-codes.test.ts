/** One-time codes: setup, the time window, replay protection, recovery codes and stored data. */
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { at, ctx, goTo, logged, member, NOW, SECOND_MS, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { hashPassword } from '#features/accounts/passwords/password.service.ts'
import { seal } from '#platform/config/secret-box.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import * as factor from './second-factor.service.ts'

useAccountsFixture()
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const STEP_MS = 30 * SECOND_MS
const WRONG = 'That code is incorrect or has already been used.'
const wrong = { status: 401, code: 'auth.code_wrong', message: WRONG, errors: [{ path: 'code', message: WRONG }] }
const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOW + ms })
const account = async (): Promise<AccountSecrets> => (await findSecretsById(ctx, member.id)) as AccountSecrets
const set = (values: object) => ctx.db.updateTable('users').set(values).where('id', '=', member.id).execute()
const verify = async (code: string | undefined) => factor.verifySecondFactor(ctx, await account(), code)
const tokens = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('token_hash').execute()

beforeEach(async () => {
  await ctx.db.deleteFrom('recovery_codes').execute()
  await set({ totp_secret: SECRET, totp_since: at(0), passkey_since: null })
})

describe('verifySecondFactor', () => {
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('code of %d time steps away is accepted: %s', async (steps, isAccepted) => {
    const error: unknown = await verify(codeAt(steps * STEP_MS)).catch((reason: unknown) => reason)
    expect({ error }).toMatchObject({ error: isAccepted ? undefined : wrong })
    const step = Math.floor(NOW / STEP_MS) + steps
    const row = { token_hash: `code:${member.id}:${step}`, purpose: 'code', user_id: member.id, email: null, expires_at: at(10 * STEP_MS) }
    expect(await tokens()).toEqual(isAccepted ? [row] : [])
  })

  test('accepts each code once, with or without spaces', async () => {
    const code = codeAt(0)
    await verify(` ${code.slice(0, 2)} ${code.slice(2)} `)
    for (const again of [code, ` ${code}`]) await expect(verify(again)).rejects.toMatchObject(wrong)
    goTo(STEP_MS)
    await expect(verify(code)).rejects.toMatchObject(wrong)
    await verify(codeAt(STEP_MS))
  })

  test.each(['', '   ', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects the malformed code %j', async (code) => {
    await expect(verify(code)).rejects.toMatchObject(wrong)
  })

  test('accepts each recovery code once, in any case and with any separators', async () => {
    const toRow = (code: string) => ({ user_id: member.id, code_hash: hashRecoveryCode(code) })
    await ctx.db
      .insertInto('recovery_codes')
      .values([toRow('abcd-efgh'), toRow('jkmn-pqrs')])
      .execute()
    await verify('ABCD efgh')
    await expect(verify('abcd-efgh')).rejects.toMatchObject(wrong)
    await set({ totp_secret: null, totp_since: null, passkey_since: at(0) })
    await verify('jkmnpqrs')
    expect(await ctx.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('a missing code names the required factor: app or passkey', async () => {
    await expect(verify(undefined)).rejects.toMatchObject({
      status: 401,
      code: 'auth.code_needed',
      message: 'Please enter the code from your app.',
    })
    await set({ totp_since: null, passkey_since: at(0) })
    const message = 'Please use your passkey, or a recovery code.'
    await expect(verify(undefined)).rejects.toMatchObject({ status: 401, code: 'auth.passkey_needed', message })
    await expect(verify(codeAt(0))).rejects.toMatchObject(wrong)
  })

  test('seals a plain secret on use; rejects and logs a secret that was sealed with another key', async () => {
    await verify(codeAt(0))
    const sealed = (await account()).totpSecret
    expect(sealed).toMatch(/^sealed:1:/)
    goTo(STEP_MS)
    await verify(codeAt(STEP_MS))
    expect((await account()).totpSecret).toBe(sealed)
    expect(logged).toEqual([])
    goTo(2 * STEP_MS)
    await set({ totp_secret: seal(SECRET, `totp:${member.id + 1}`) })
    await expect(verify(codeAt(2 * STEP_MS))).rejects.toMatchObject(wrong)
    expect(logged).toEqual([['error', { userId: member.id }, 'totp secret unreadable: sealed with another key']])
  })
})

describe('setup', () => {
  const PASSWORD = 'three cold radiators'
  const asMember = () => ({ ...ctx, viewer: member })

  test('returns a URI with site, username and a new secret, which is not active yet', async () => {
    await set({ totp_secret: null, totp_since: null, password_hash: await hashPassword(PASSWORD) })
    const { secret, address, qrSvg } = await factor.startSecondFactor(asMember(), PASSWORD)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toBe(`otpauth://totp/Net%20Zero:Mia?issuer=Net%20Zero&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
    expect(qrSvg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/)
    expect((await account()).totpSince).toBeNull()
    expect((await factor.startSecondFactor(asMember(), PASSWORD)).secret).not.toBe(secret)
  })

  test('starts only while codes are off, and is confirmed only after it has started', async () => {
    await set({ password_hash: await hashPassword(PASSWORD) })
    const on = { status: 409, code: 'user.second_factor_on', message: 'One-time codes are already on. Switch them off first.' }
    await expect(factor.startSecondFactor(asMember(), PASSWORD)).rejects.toMatchObject(on)
    const not = { status: 409, code: 'user.second_factor_not_started', message: 'Please start setting up one-time codes first.' }
    await expect(factor.confirmSecondFactor(asMember(), codeAt(0))).rejects.toMatchObject(not)
    await set({ totp_secret: null, totp_since: null })
    await expect(factor.confirmSecondFactor(asMember(), codeAt(0))).rejects.toMatchObject(not)
    await set({ totp_secret: SECRET })
    await expect(factor.confirmSecondFactor(asMember(), codeAt(5 * STEP_MS))).rejects.toMatchObject(wrong)
    expect((await account()).totpSince).toBeNull()
    const { recoveryCodes } = await factor.confirmSecondFactor(asMember(), codeAt(0))
    expect((await account()).totpSince).toBe(at(0))
    const rows = await ctx.db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(rows.map((row) => row.code_hash).toSorted()).toEqual(recoveryCodes.map(hashRecoveryCode).toSorted())
    expect(recoveryCodes).toHaveLength(10)
  })
})
