/** Closing an account, and the rule that a site always has somebody who can look after it. */
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
import { releaseUsernames } from '#features/accounts/sign-in/reserved-username.service.ts'
import { pauseWebhooksOf } from '#features/webhooks/webhook.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'

/** One's own account. What one has posted stays, under the name "Deleted member". */
export async function deleteAccount(ctx: Context, password: string, features: AllFeatures): Promise<{ ok: true }> {
  const account = await reauthenticate(ctx, password, 'password')
  await withAdministratorLeft(ctx, async (inside) => {
    await lockOwnAccount(inside)
    await closeAccount(inside, account, features)
    await closeSession(inside)
  })
  return { ok: true }
}

type ClosedAccount = DataSubject & { username: string }

/** Call it in `withAdministratorLeft`. */
export async function closeAccount(inside: Context, { id, username, email }: ClosedAccount, features: AllFeatures): Promise<void> {
  await pauseWebhooksOf(inside, id)
  await queries.eraseAccount(inside, id, new Date().toISOString())
  await releaseUsernames(inside, id, username)
  await erasePerson(inside, { id, email }, features)
  await recordAudit(inside, { action: 'user.close', subject: { type: 'user', id, title: username } })
  await announceEvent(inside, 'member.deleted', { id })
}

/**
 * Runs a change in a transaction and undoes it when no administrator is left who can sign in and act. Such changes wait
 * for each other at one row, so that two administrators cannot remove each other at once.
 * @throws AppError 409
 */
export function withAdministratorLeft<T>(ctx: Context, change: (inside: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'users', GUEST_ID)
    const before = await queries.countActiveAdministrators({ db })
    const result = await change({ ...ctx, db })
    if (before > 0 && (await queries.countActiveAdministrators({ db })) === 0)
      throw conflict('user.last_admin', 'This is the last administrator. Make somebody else an administrator first.')
    return result
  })
}
