/** Somebody who is signed in shows once more that it is them: a session may have been left open on a shared computer. */
import type { Context, Viewer } from '#platform/context.ts'
import { AppError, badInput, signInNeeded } from '#platform/errors.ts'
import * as queries from './account.queries.ts'
import { isRightPassword } from './password.service.ts'
import { countAttempt, forgetAttempts } from './throttle.service.ts'

/** @throws AppError 401 */
export function viewerOf({ viewer }: Context): Viewer {
  if (!viewer) throw signInNeeded()
  return viewer
}

/**
 * Wrong passwords count as when signing in.
 * @param path the field it was typed into
 */
export async function provePassword(ctx: Context, password: string | undefined, path: string): Promise<queries.Secrets> {
  const account = await queries.findSecrets(ctx, viewerOf(ctx).id)
  if (!account) throw signInNeeded()
  if (password === undefined) throw badInput('Please enter your password.', [{ path, message: 'Please enter your password.' }])
  await countAttempt(ctx, account.username)
  if (!(await isRightPassword(account.passwordHash, password))) {
    const message = 'That password is not right.'
    throw new AppError(403, 'auth.wrong_password', message, [{ path, message }])
  }
  await forgetAttempts(ctx, [account.username, account.email])
  return account
}
