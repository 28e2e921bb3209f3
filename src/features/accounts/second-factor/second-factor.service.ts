/** Sets up and verifies one-time codes from an app (TOTP, RFC 6238), and verifies recovery codes. */
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { getMailGreeting } from '#features/users/mail-greeting.policy.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError, conflict } from '#platform/contract/errors.ts'
import { isSealed } from '#platform/config/secret-box.ts'
import type { SecondFactorSetup } from '#features/accounts/account.contract.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { reauthenticate, requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import * as codes from './second-factor.queries.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-code.ts'
import { openTotpSecret, sealTotpSecret } from './totp-secret.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import { mailLink, sendMail } from '#features/mail/mail.service.ts'
import { sendSecurityNotice } from '#features/accounts/security-notice.service.ts'
import { codesSwitchedMail } from './second-factor.mail.ts'
import * as tokens from '#features/accounts/passwords/token.queries.ts'

const STEP_MS = 30_000
/** The number of time steps before and after the current one whose codes are accepted, for clock drift. */
const WINDOW_STEPS = 1

/**
 * Stores a secret, which takes effect with `confirmSecondFactor`.
 * @throws AppError 409 if one-time codes are already on, and as `reauthenticate`
 */
export async function startSecondFactor(ctx: Context, password: string): Promise<SecondFactorSetup> {
  const account = await reauthenticate(ctx, password, 'password')
  if (account.totpSince !== null) throw conflict('user.second_factor_on', 'One-time codes are already on. Switch them off first.')
  const secret = new Secret({ size: 20 }).base32
  await codes.updateTotpSecret(ctx, account.id, sealTotpSecret(secret, account.id))
  const address = createTotp(ctx, account.username, secret).toString()
  return { secret, address, qrSvg: renderSVG(address, { border: 2 }) }
}

/**
 * Activates one-time codes.
 * @returns new recovery codes, of which only hashes are stored
 * @throws AppError 409 if no setup was started, 401 for a wrong code
 */
export async function confirmSecondFactor(ctx: Context, code: string): Promise<{ recoveryCodes: string[] }> {
  const account = await queries.findSecretsById(ctx, requireViewer(ctx).id)
  if (!account?.totpSecret || account.totpSince !== null) throw setupNotStartedError()
  const recoveryCodes = makeRecoveryCodes()
  await ctx.db.transaction().execute(async (db) => {
    await lockOwnAccount({ ...ctx, db })
    if ((await queries.findSecretsById({ db }, account.id))?.totpSince !== null) throw setupNotStartedError()
    if (!(await isFreshCode({ ...ctx, db }, account, code))) throw wrongCodeError()
    await codes.enableSecondFactor({ db }, account.id, new Date().toISOString())
    await codes.replaceRecoveryCodes({ db }, account.id, recoveryCodes.map(hashRecoveryCode))
    await recordAudit({ ...ctx, db }, { action: 'user.second_factor_on', subject: getAuditSubject(account) })
    await notifySecondFactorChange({ ...ctx, db }, account, true)
  })
  return { recoveryCodes }
}

const setupNotStartedError = () => conflict('user.second_factor_not_started', 'Please start setting up one-time codes first.')

export async function stopSecondFactor(ctx: Context, password: string): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, password, 'password')
  await ctx.db.transaction().execute(async (db) => {
    await codes.disableSecondFactor({ db }, account.id)
    // The recovery codes stay if a passkey is required after the password, because they replace it too.
    if (account.passkeySince === null) await codes.deleteRecoveryCodes({ db }, account.id)
    await recordAudit({ ...ctx, db }, { action: 'user.second_factor_off', subject: getAuditSubject(account) })
    await notifySecondFactorChange({ ...ctx, db }, account, false)
  })
  return { ok: true }
}

/** Notifies the owner on the site and by mail, so that an attacker who has the password cannot switch the codes off unnoticed. */
async function notifySecondFactorChange(ctx: Context, account: queries.AccountSecrets, isOn: boolean): Promise<void> {
  await sendSecurityNotice(ctx, account.id, 'second-factor', `One-time codes are switched ${isOn ? 'on' : 'off'}`)
  if (!account.email) return
  const mailData = { person: getMailGreeting(account), isOn, link: mailLink(ctx, '/account?tab=security') }
  await sendMail(ctx, codesSwitchedMail, mailData, { to: account.email })
}

const getAuditSubject = ({ id, username }: queries.AccountSecrets) => ({ type: 'user' as const, id, title: username })

/**
 * Verifies and consumes a code from the app or a recovery code at sign-in.
 * @throws AppError 401 `auth.code_needed`, `auth.passkey_needed` if only a passkey is required, or `auth.code_wrong`
 */
export async function verifySecondFactor(ctx: Context, account: queries.AccountSecrets, code: string | undefined): Promise<void> {
  if (code === undefined) throw account.totpSince === null ? passkeyNeededError() : codeNeededError()
  const isCorrect = /^[\d\s]+$/.test(code)
    ? account.totpSince !== null && (await isFreshCode(ctx, account, code))
    : await codes.consumeRecoveryCode(ctx, account.id, hashRecoveryCode(code))
  if (!isCorrect) throw wrongCodeError()
}

const codeNeededError = () => new AppError(401, 'auth.code_needed', 'Please enter the code from your app.')
const passkeyNeededError = () => new AppError(401, 'auth.passkey_needed', 'Please use your passkey, or a recovery code.')
const wrongCodeError = () =>
  new AppError(401, 'auth.code_wrong', 'That code is incorrect or has already been used.', [
    { path: 'code', message: 'That code is incorrect or has already been used.' },
  ])

/** Whether the code is correct. Accepts each time step once, so that an observed code cannot be replayed (RFC 6238 §5.2). */
async function isFreshCode(ctx: Context, account: queries.AccountSecrets, code: string): Promise<boolean> {
  const secret = account.totpSecret === null ? undefined : await unsealSecret(ctx, account.id, account.totpSecret)
  if (secret === undefined) return false
  const token = code.replace(/\s/g, '')
  // otpauth throws for codes with non-ASCII characters.
  if (!/^\d+$/.test(token)) return false
  const now = Date.now()
  const delta = createTotp(ctx, account.username, secret).validate({
    token,
    window: WINDOW_STEPS,
    timestamp: now,
  })
  if (delta === null) return false
  const timeStep = Math.floor(now / STEP_MS) + delta
  return tokens.insertToken(ctx, {
    tokenHash: `code:${account.id}:${timeStep}`,
    purpose: 'code',
    userId: account.id,
    email: null,
    expiresAt: new Date(now + 10 * STEP_MS).toISOString(),
  })
}

/**
 * Whether the TOTP secret of the newest account that has one cannot be decrypted. Checked at startup: with a wrong key, one-time codes
 * would otherwise fail only at the next sign-in.
 */
export async function hasUnreadableSecret(ctx: Pick<Context, 'db'>): Promise<boolean> {
  const anySecret = await codes.findAnySecret(ctx)
  return anySecret !== undefined && openTotpSecret(anySecret.secret, anySecret.userId) === undefined
}

async function unsealSecret(ctx: Context, userId: number, storedSecret: string): Promise<string | undefined> {
  const secret = openTotpSecret(storedSecret, userId)
  if (secret === undefined) ctx.log.error({ userId }, 'totp secret unreadable: sealed with another key')
  else if (!isSealed(storedSecret)) await codes.updateStoredSecret(ctx, userId, storedSecret, sealTotpSecret(secret, userId))
  return secret
}

const createTotp = ({ site }: Context, username: string, secret: string) =>
  new TOTP({ issuer: site.settings.name, label: username, secret: Secret.fromBase32(secret) })
