/**
 * Guards what a request adds to an account. Its viewer was found when it arrived; a new password, or a new owner of the account, may have
 * ended the session since.
 */
import { lockRow } from '#db/lock-row.ts'
import type { Context } from '#platform/contract/context.ts'
import { unauthorized } from '#platform/contract/errors.ts'
import { hasSession } from './session.queries.ts'

/**
 * Locks the viewer's account until the transaction ends, and checks that the session still exists. Everything that ends sessions locks the
 * account too, so that a credential is either deleted with the session or not added.
 * @throws AppError 401 when the session has ended
 */
export async function lockOwnAccount(trxContext: Context): Promise<void> {
  const { db, viewer } = trxContext
  if (!viewer) throw unauthorized()
  await lockRow(db, 'users', viewer.id)
  if (viewer.sessionId !== undefined && !(await hasSession(trxContext, viewer.sessionId, viewer.id))) throw unauthorized()
}
