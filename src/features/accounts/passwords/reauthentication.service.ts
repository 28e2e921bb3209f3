/** Somebody who is signed in shows once more that it is them: a session may have been left open on a shared computer. */
import type { Context, Viewer } from '#platform/contract/context.ts'
import { AppError, badRequest, unauthorized } from '#platform/contract/errors.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { verifyPassword } from './password.service.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { findSessionBegin } from '#features/accounts/sessions/session.queries.ts'
import {
  countLinkPassword,
  countReauthentication,
  forgiveAttempt,
  type CountedAttempt,
} from '#features/accounts/sign-in/throttle.service.ts'

/** @throws AppError 401 */
export function requireViewer({ viewer }: Context): Viewer {
  if (!viewer) throw unauthorized()
  return viewer
}

/**
 * Wrong passwords are counted for the session: nobody who types them elsewhere can keep somebody out who is signed in.
 * @param path the field it was typed into
 */
export async function reauthenticate(ctx: Context, password: string | undefined, path: string): Promise<queries.AccountSecrets> {
  const viewer = requireViewer(ctx)
  const account = await queries.findSecretsById(ctx, viewer.id)
  if (!account) throw unauthorized()
  if (password === undefined) throw badRequest('Please enter your password.', [{ path, message: 'Please enter your password.' }])
  await verifyCounted(ctx, await countReauthentication(ctx, viewer), account, password, path)
  return account
}

/** The password of the account that a link from a mail belongs to; counted for the link. @throws AppError 403, 429 */
export async function rejectWrongPassword(
  ctx: Context,
  { account, token }: { account: queries.AccountSecrets; token: string },
  password: string,
): Promise<void> {
  await verifyCounted(ctx, await countLinkPassword(ctx, hashToken(token)), account, password, 'password')
}

async function verifyCounted(
  ctx: Context,
  attempt: CountedAttempt,
  { passwordHash }: queries.AccountSecrets,
  password: string,
  path: string,
): Promise<void> {
  if (!(await verifyPassword(passwordHash, password))) {
    const message = 'That password is not right.'
    throw new AppError(403, 'auth.wrong_password', message, [{ path, message }])
  }
  await forgiveAttempt(ctx, attempt)
}

/** Somebody has proved who they are a moment ago. */
const RECENT_MS = 5 * 60_000

/** As `reauthenticate`, but whoever has just signed in need not give the password. */
export async function reauthenticateUnlessRecent(
  ctx: Context,
  password: string | undefined,
  path: string,
): Promise<queries.AccountSecrets> {
  const { id, sessionId } = requireViewer(ctx)
  const begun = password === undefined && sessionId !== undefined ? await findSessionBegin(ctx, sessionId) : undefined
  const age = begun === undefined ? Infinity : Date.now() - Date.parse(begun)
  // A clock that was put back makes a session begin in the future.
  const account = age >= 0 && age < RECENT_MS ? await queries.findSecretsById(ctx, id) : undefined
  return account ?? reauthenticate(ctx, password, path)
}
