/** Tests one-time codes: setup, the time window, replay protection, recovery codes and stored data. */
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
const WRONG_CODE_ERROR = { status: 401, code: 'auth.code_wrong', message: WRONG, errors: [{ path: 'code', message: WRONG }] }
const createCode = (ms: number) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOW + ms })
const findAccount = async (): Promise<AccountSecrets> => (await findSecretsById(ctx, member.id)) as AccountSecrets
const updateMember = (values: object) => ctx.db.updateTable('users').set(values).where('id', '=', member.id).execute()
const verify = async (code: string | undefined) => factor.verifySecondFactor(ctx, await findAccount(), code)
const listTokens = () => ctx.db.selectFrom('one_time_tokens').selectAll().orderBy('token_hash').execute()

beforeEach(async () => {
  await ctx.db.deleteFrom('recovery_codes').execute()
  await updateMember({ totp_secret: SECRET, totp_since: at(0), passkey_since: null })
})

describe('verifySecondFactor', () => {
  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('accepts a code that is %d time steps away: %s', async (steps, isAccepted) => {
    const error: unknown = await verify(createCode(steps * STEP_MS)).catch((reason: unknown) => reason)
    expect({ error }).toMatchObject({ error: isAccepted ? undefined : WRONG_CODE_ERROR })
    const timeStep = Math.floor(NOW / STEP_MS) + steps
    const row = {
      token_hash: `code:${member.id}:${timeStep}`,
      purpose: 'code',
      user_id: member.id,
      email: null,
      expires_at: at(10 * STEP_MS),
    }
    expect(await listTokens()).toEqual(isAccepted ? [row] : [])
  })

  test('accepts each code once, with or without spaces', async () => {
    const code = createCode(0)
    await verify(` ${code.slice(0, 2)} ${code.slice(2)} `)
    for (const repeatedCode of [code, ` ${code}`]) await expect(verify(repeatedCode)).rejects.toMatchObject(WRONG_CODE_ERROR)
    goTo(STEP_MS)
    await expect(verify(code)).rejects.toMatchObject(WRONG_CODE_ERROR)
    await verify(createCode(STEP_MS))
  })

  test.each(['', '   ', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects the malformed code %j', async (code) => {
    await expect(verify(code)).rejects.toMatchObject(WRONG_CODE_ERROR)
  })

  test('accepts each recovery code once, in any case and with any separators', async () => {
    const toRow = (code: string) => ({ user_id: member.id, code_hash: hashRecoveryCode(code) })
    await ctx.db
      .insertInto('recovery_codes')
      .values([toRow('abcd-efgh'), toRow('jkmn-pqrs')])
      .execute()
    await verify('ABCD efgh')
    await expect(verify('abcd-efgh')).rejects.toMatchObject(WRONG_CODE_ERROR)
    await updateMember({ totp_secret: null, totp_since: null, passkey_since: at(0) })
    await verify('jkmnpqrs')
    expect(await ctx.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('names the required factor, app or passkey, in the error for a missing code', async () => {
    await expect(verify(undefined)).rejects.toMatchObject({
      status: 401,
      code: 'auth.code_needed',
      message: 'Please enter the code from your app.',
    })
    await updateMember({ totp_since: null, passkey_since: at(0) })
    const message = 'Please use your passkey, or a recovery code.'
    await expect(verify(undefined)).rejects.toMatchObject({ status: 401, code: 'auth.passkey_needed', message })
    await expect(verify(createCode(0))).rejects.toMatchObject(WRONG_CODE_ERROR)
  })

  test('seals an unsealed secret on use; rejects the code and logs an error if the secret was sealed with another key', async () => {
    await verify(createCode(0))
    const sealedSecret = (await findAccount()).totpSecret
    expect(sealedSecret).toMatch(/^sealed:1:/)
    goTo(STEP_MS)
    await verify(createCode(STEP_MS))
    expect((await findAccount()).totpSecret).toBe(sealedSecret)
    expect(logged).toEqual([])
    goTo(2 * STEP_MS)
    await updateMember({ totp_secret: seal(SECRET, `totp:${member.id + 1}`) })
    await expect(verify(createCode(2 * STEP_MS))).rejects.toMatchObject(WRONG_CODE_ERROR)
    expect(logged).toEqual([['error', { userId: member.id }, 'totp secret unreadable: sealed with another key']])
  })
})

describe('the setup of one-time codes', () => {
  const PASSWORD = 'three cold radiators'
  const createMemberContext = () => ({ ...ctx, viewer: member })

  test('returns a URI with site, username and a new secret, which does not take effect yet', async () => {
    await updateMember({ totp_secret: null, totp_since: null, password_hash: await hashPassword(PASSWORD) })
    const { secret, address, qrSvg } = await factor.startSecondFactor(createMemberContext(), PASSWORD)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toBe(`otpauth://totp/Net%20Zero:Mia?issuer=Net%20Zero&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
    expect(qrSvg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/)
    expect((await findAccount()).totpSince).toBeNull()
    expect((await factor.startSecondFactor(createMemberContext(), PASSWORD)).secret).not.toBe(secret)
  })

  test('starts only while codes are off, and can be confirmed only after it has started', async () => {
    await updateMember({ password_hash: await hashPassword(PASSWORD) })
    const alreadyOnError = { status: 409, code: 'user.second_factor_on', message: 'One-time codes are already on. Switch them off first.' }
    await expect(factor.startSecondFactor(createMemberContext(), PASSWORD)).rejects.toMatchObject(alreadyOnError)
    const notStartedError = {
      status: 409,
      code: 'user.second_factor_not_started',
      message: 'Please start setting up one-time codes first.',
    }
    await expect(factor.confirmSecondFactor(createMemberContext(), createCode(0))).rejects.toMatchObject(notStartedError)
    await updateMember({ totp_secret: null, totp_since: null })
    await expect(factor.confirmSecondFactor(createMemberContext(), createCode(0))).rejects.toMatchObject(notStartedError)
    await updateMember({ totp_secret: SECRET })
    await expect(factor.confirmSecondFactor(createMemberContext(), createCode(5 * STEP_MS))).rejects.toMatchObject(WRONG_CODE_ERROR)
    expect((await findAccount()).totpSince).toBeNull()
    const { recoveryCodes } = await factor.confirmSecondFactor(createMemberContext(), createCode(0))
    expect((await findAccount()).totpSince).toBe(at(0))
    const rows = await ctx.db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(rows.map((row) => row.code_hash).toSorted()).toEqual(recoveryCodes.map(hashRecoveryCode).toSorted())
    expect(recoveryCodes).toHaveLength(10)
  })
})
