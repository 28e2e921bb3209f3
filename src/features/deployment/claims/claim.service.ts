/** Implements claims: a tenant site has no administrator until the holder of its claim link becomes the first one. */
import { getSession } from '#features/accounts/account.service.ts'
import { createAccount } from '#features/accounts/sign-in/sign-up.service.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { findToken, consumeToken } from '#features/accounts/passwords/token.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import { recordActivity } from '#features/users/user.service.ts'
import type { Session } from '#features/accounts/account.contract.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { ClaimForm, ClaimState } from './claim.contract.ts'

export const CLAIM_PURPOSE = 'claim'

export async function getClaim({ site }: Context): Promise<ClaimState> {
  const { claimUntil } = site.settings
  return claimUntil === '' ? { state: 'closed', until: null } : { state: 'open', until: claimUntil }
}

/**
 * Creates the account of the first administrator and signs in. Of two concurrent claims only one succeeds.
 * @throws AppError 400 if the link is invalid
 */
export async function claimSite(ctx: Context, { token, ...form }: ClaimForm): Promise<Session> {
  if (!(await findToken(ctx, CLAIM_PURPOSE, token))) throw createInvalidLinkError()
  const session = await createAccount(ctx, { ...form, isAdmin: true }, async (trxCtx, userId) => {
    if (!(await consumeToken(trxCtx, token))) throw createInvalidLinkError()
    await upsertSetting(trxCtx.db, 'claimUntil', '')
    await recordAudit(trxCtx, { action: 'user.claim', subject: { type: 'user', id: userId, title: form.username } })
    await recordActivity(trxCtx, userId, new Date().toISOString())
    await openSession(trxCtx, { id: userId, isAdmin: true })
    return getSession({ ...trxCtx, viewer: { id: userId, isAdmin: true } })
  })
  ctx.site.settings.claimUntil = ''
  return session
}

const createInvalidLinkError = () => {
  const message = 'This link does not work. It may have been used already, or have expired after seven days.'
  return badRequest(message, [{ path: 'token', message }])
}
