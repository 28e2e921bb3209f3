/** A new copy has nobody who could look after it: whoever holds the link from its launch becomes its administrator. */
import { getSession } from '#features/accounts/account.service.ts'
import { createAccount } from '#features/accounts/sign-in/sign-up.service.ts'
import { openSession } from '#features/accounts/sessions/session.service.ts'
import { findToken, consumeToken } from '#features/accounts/passwords/token.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { upsertSetting } from '#features/sites/setting.queries.ts'
import type { Session } from '#features/accounts/account.contract.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import type { ClaimForm, ClaimState } from './claim.contract.ts'

export const CLAIM_PURPOSE = 'claim'

export async function getClaim({ site }: Context): Promise<ClaimState> {
  const { claimUntil } = site.settings
  return claimUntil === '' ? { state: 'closed', until: null } : { state: 'open', until: claimUntil }
}

/** The link works once: of two who use it at the same moment, one makes the account. */
export async function claimSite(ctx: Context, { token, ...form }: ClaimForm): Promise<Session> {
  if (!(await findToken(ctx, CLAIM_PURPOSE, token))) throw wrongLink()
  const session = await createAccount(ctx, { ...form, isAdmin: true }, async (inside, made) => {
    if (!(await consumeToken(inside, token))) throw wrongLink()
    await upsertSetting(inside.db, 'claimUntil', '')
    await recordAudit(inside, { action: 'user.claim', subject: { type: 'user', id: made, title: form.username } })
    await openSession(inside, { id: made, isAdmin: true })
    return getSession({ ...inside, viewer: { id: made, isAdmin: true } })
  })
  ctx.site.settings.claimUntil = ''
  return session
}

const wrongLink = () => {
  const message = 'This link does not work. It may have been used, or its seven days are over.'
  return badRequest(message, [{ path: 'token', message }])
}
