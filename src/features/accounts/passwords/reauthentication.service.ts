/** Verifies the password again for sensitive changes, because a session may be left open on a shared computer. */
import type { Context, Viewer } from '#platform/contract/context.ts'
import { AppError, badRequest, unauthorized } from '#platform/contract/errors.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { verifyPassword } from './password.service.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { findSessionStart } from '#features/accounts/sessions/session.queries.ts'
import { countLinkPassword, countReauthentication, resetAttempt, type CountedAttempt } from '#features/accounts/sign-in/throttle.service.ts'

/** @throws AppError 401 for visitors */
export function requireViewer({ viewer }: Context): Viewer {
  if (!viewer) throw unauthorized()
  return viewer
}

/**
 * Verifies the viewer's password. Wrong passwords are counted per session, so that attempts elsewhere cannot lock a signed-in member out.
 * @param path the name of the form field, for the error
 * @throws AppError 400 without a password, 401 for visitors, 403 `auth.wrong_password`, 429 after too many attempts
 */
export async function reauthenticate(ctx: Context, password: string | undefined, path: string): Promise<queries.AccountSecrets> {
  const viewer = requireViewer(ctx)
  const account = await queries.findSecretsById(ctx, viewer.id)
  if (!account) throw unauthorized()
  if (password === undefined) throw badRequest('Please enter your password.', [{ path, message: 'Please enter your password.' }])
  await verifyCountedPassword(ctx, await countReauthentication(ctx, viewer), account, password, path)
  return account
}

/**
 * Verifies the password of the account that a mailed link belongs to. Attempts are counted per link.
 * @throws AppError 403 for a wrong password, 429 after too many attempts
 */
export async function verifyLinkPassword(
  ctx: Context,
  { account, token }: { account: queries.AccountSecrets; token: string },
  password: string,
): Promise<void> {
  await verifyCountedPassword(ctx, await countLinkPassword(ctx, hashToken(token)), account, password, 'password')
}

async function verifyCountedPassword(
  ctx: Context,
  attempt: CountedAttempt,
  { passwordHash }: queries.AccountSecrets,
  password: string,
  path: string,
): Promise<void> {
  if (!(await verifyPassword(passwordHash, password))) {
    const message = 'That password is incorrect.'
    throw new AppError(403, 'auth.wrong_password', message, [{ path, message }])
  }
  await resetAttempt(ctx, attempt)
}

/** The age below which a session counts as recent. */
const RECENT_MS = 5 * 60_000

/** Like `reauthenticate`, but the password is optional in a session younger than five minutes. @throws AppError as `reauthenticate` */
export async function reauthenticateUnlessRecent(
  ctx: Context,
  password: string | undefined,
  path: string,
): Promise<queries.AccountSecrets> {
  const { id, sessionId } = requireViewer(ctx)
  const startedAt = password === undefined && sessionId !== undefined ? await findSessionStart(ctx, sessionId) : undefined
  const ageMs = startedAt === undefined ? Infinity : Date.now() - Date.parse(startedAt)
  // A negative age (the clock was set back) does not count as recent.
  const account = ageMs >= 0 && ageMs < RECENT_MS ? await queries.findSecretsById(ctx, id) : undefined
  return account ?? reauthenticate(ctx, password, path)
}
