/** Closes accounts, and ensures that a site always has an active administrator. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { conflict } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { erasePerson, type DataSubject } from './personal-data.ts'
import * as queries from '#features/accounts/administration/administrator.queries.ts'
import { reauthenticate } from '#features/accounts/passwords/reauthentication.service.ts'
import { lockOwnAccount } from '#features/accounts/sessions/live-session.service.ts'
import { closeSession } from '#features/accounts/sessions/session.service.ts'
import { reserveUsernamesOfClosedAccount } from '#features/accounts/sign-in/reserved-username.service.ts'
import { pauseWebhooksOf } from '#features/webhooks/webhook.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'

/** Closes the viewer's account. Posts stay, under the name "Deleted member". */
export async function deleteAccount(ctx: Context, password: string, features: AllFeatures): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, password, 'password')
  await withLastAdministratorCheck(ctx, async (trxCtx) => {
    await lockOwnAccount(trxCtx)
    await closeAccount(trxCtx, account, features)
    await closeSession(trxCtx)
  })
  return { ok: true }
}

type ClosedAccount = DataSubject & { username: string }

/** Anonymises the account, erases personal data, and pauses the webhooks that it created. Call inside `withLastAdministratorCheck`. */
export async function closeAccount(trxCtx: Context, { id, username, email }: ClosedAccount, features: AllFeatures): Promise<void> {
  await pauseWebhooksOf(trxCtx, id)
  await queries.eraseAccount(trxCtx, id, new Date().toISOString())
  await reserveUsernamesOfClosedAccount(trxCtx, id, username)
  await erasePerson(trxCtx, { id, email }, features)
  await recordAudit(trxCtx, { action: 'user.close', subject: { type: 'user', id, title: username } })
  await publishEvent(trxCtx, 'member.deleted', { id })
}

/**
 * Runs a change in a transaction and rolls it back if it removes the last active administrator. A row lock serialises such changes, so that
 * two administrators cannot remove each other concurrently.
 * @throws AppError 409 `user.last_admin`
 */
export function withLastAdministratorCheck<T>(ctx: Context, change: (trxCtx: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'users', GUEST_ID)
    const administratorsBefore = await queries.countActiveAdministrators({ db })
    const result = await change({ ...ctx, db })
    if (administratorsBefore > 0 && (await queries.countActiveAdministrators({ db })) === 0)
      throw conflict('user.last_admin', 'This is the last administrator. Make another member an administrator first.')
    return result
  })
}
