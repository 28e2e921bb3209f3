/** Manages the member's passkeys, and whether sign-in requires one after the password. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { reauthenticate, reauthenticateUnlessRecent, requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import * as recovery from '#features/accounts/second-factor/second-factor.queries.ts'
import { hashRecoveryCode, makeRecoveryCodes } from '#features/accounts/second-factor/recovery-code.ts'
import { consumeChallenge, getRelyingParty, type ChallengePurpose } from './passkey-challenge.ts'
import type { CreationOptions, NewPasskey, OwnPasskey } from './passkey.contract.ts'
import { notifyPasskeyAdded, notifyPasskeyRemoved } from './passkey-notifications.ts'
import * as queries from './passkey.queries.ts'
import { createCreationOptions, verifyNewPasskey } from './passkey-verification.ts'

const MAX_PASSKEYS = 20

export const listPasskeys = (ctx: Context): Promise<OwnPasskey[]> => queries.listPasskeysOfUser(ctx, requireViewer(ctx).id)

export async function beginPasskey(ctx: Context, password: string | undefined): Promise<CreationOptions> {
  const account = await reauthenticateUnlessRecent(ctx, password, 'password')
  await assertBelowPasskeyLimit(ctx, account.id)
  const existingIds = await queries.listCredentialIds(ctx, account.id, getRelyingParty(ctx).host)
  return createCreationOptions(ctx, getAddPurpose(ctx), account, existingIds)
}

export async function addPasskey(ctx: Context, { name, passkey }: { name: string; passkey: NewPasskey }): Promise<OwnPasskey> {
  const account = await findSecretsById(ctx, requireViewer(ctx).id)
  const verified = account && (await verifyNewPasskey(ctx, getAddPurpose(ctx), passkey))
  if (!verified) throw passkeyNotAddedError()
  const { challenge, ...credential } = verified
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockOwnAccount(trxCtx)
    await assertBelowPasskeyLimit(trxCtx, account.id)
    if (!(await consumeChallenge(trxCtx, challenge, account.id))) throw passkeyNotAddedError()
    const id = await queries.insertPasskey(trxCtx, {
      ...credential,
      userId: account.id,
      host: getRelyingParty(ctx).host,
      transports: (passkey.response.transports ?? []).join(','),
      name,
      createdAt: new Date().toISOString(),
    })
    if (id === undefined) throw conflict('passkey.taken', 'This passkey is already registered.')
    await recordAudit(trxCtx, { action: 'user.passkey_added', subject: getAuditSubject(account) })
    await notifyPasskeyAdded(trxCtx, account, name)
    return getOwnPasskey(trxCtx, id)
  })
}

export async function renamePasskey(ctx: Context, id: number, name: string): Promise<OwnPasskey> {
  const { id: userId } = requireViewer(ctx)
  return ctx.db.transaction().execute(async (db) => {
    await queries.updatePasskeyName({ db }, id, userId, name)
    return getOwnPasskey({ ...ctx, db }, id)
  })
}

/**
 * Removes a passkey. If it is the last one, sign-in stops requiring a passkey after the password, which the member could no longer meet.
 */
export async function removePasskey(ctx: Context, id: number, password: string): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, password, 'password')
  await ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockRow(db, 'users', account.id)
    const { name } = await getOwnPasskey(trxCtx, id)
    await queries.deletePasskey(trxCtx, id, account.id)
    await recordAudit(trxCtx, { action: 'user.passkey_removed', subject: getAuditSubject(account) })
    await notifyPasskeyRemoved(trxCtx, account, name)
    const remaining = await queries.listPasskeysOfUser(trxCtx, account.id)
    if (remaining.length === 0) await stopRequiringPasskey(trxCtx, account.id)
  })
  return { ok: true }
}

/**
 * Requires a passkey after the password, or stops requiring it.
 * @returns new recovery codes, of which only hashes are stored; empty if the account already had some, or `isOn` is false
 */
export async function askPasskeyAfterPassword(
  ctx: Context,
  { isOn, password }: { isOn: boolean; password: string },
): Promise<{ recoveryCodes: string[] }> {
  const account = await reauthenticate(ctx, password, 'password')
  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { ...ctx, db }
    await lockOwnAccount(trxCtx)
    if (!isOn) {
      await stopRequiringPasskey(trxCtx, account.id)
      return { recoveryCodes: [] }
    }
    if ((await queries.listPasskeysOfUser(trxCtx, account.id)).length === 0) throw conflict('passkey.none', 'Please add a passkey first.')
    await queries.updatePasskeySince(trxCtx, account.id, new Date().toISOString())
    await recordAudit(trxCtx, { action: 'user.second_factor_on', subject: getAuditSubject(account) })
    if ((await recovery.countRecoveryCodes(trxCtx, account.id)) > 0) return { recoveryCodes: [] }
    const recoveryCodes = makeRecoveryCodes()
    await recovery.replaceRecoveryCodes(trxCtx, account.id, recoveryCodes.map(hashRecoveryCode))
    return { recoveryCodes }
  })
}

async function stopRequiringPasskey(trxCtx: Context, userId: number): Promise<void> {
  const account = await findSecretsById(trxCtx, userId)
  if (!account?.passkeySince) return
  await queries.updatePasskeySince(trxCtx, userId, null)
  if (account.totpSince === null) await recovery.deleteRecoveryCodes(trxCtx, userId)
  await recordAudit(trxCtx, { action: 'user.second_factor_off', subject: getAuditSubject(account) })
}

/** @returns a purpose that binds the challenge to the viewer's account and session */
function getAddPurpose(ctx: Context): ChallengePurpose {
  const { id, sessionId = 0 } = requireViewer(ctx)
  return `add:${id}:${sessionId}`
}

async function getOwnPasskey(ctx: Context, id: number): Promise<OwnPasskey> {
  const passkey = await queries.findOwnPasskey(ctx, id, requireViewer(ctx).id)
  if (!passkey) throw notFound('passkey')
  return passkey
}

async function assertBelowPasskeyLimit(ctx: Pick<Context, 'db'>, userId: number): Promise<void> {
  if ((await queries.listPasskeysOfUser(ctx, userId)).length >= MAX_PASSKEYS)
    throw conflict('passkey.too_many', `An account has at most ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`)
}

const passkeyNotAddedError = () => badRequest('The passkey could not be added. Please try again.')
const getAuditSubject = ({ id, username }: AccountSecrets) => ({ type: 'user' as const, id, title: username })
