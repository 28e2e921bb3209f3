/**
 * Rechecks the session before a request changes the account. The viewer was resolved when the request started, and a password change or a
 * new owner may have ended the session since then.
 */
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import { hasSession } from './session.queries.ts'

/**
 * Locks the viewer's account for the transaction and checks that the session still exists. All code that deletes credentials together with
 * sessions locks or updates the same row, so that a credential is either deleted with the session or not added.
 * @throws AppError 401 for visitors, and if the session has ended
 */
export async function lockOwnAccount(trxCtx: Context): Promise<void> {
  const { db, viewer } = trxCtx
  if (!viewer) throw unauthorized()
  await lockRow(db, 'users', viewer.id)
  if (viewer.sessionId !== undefined && !(await hasSession(trxCtx, viewer.sessionId, viewer.id))) throw unauthorized()
}
