/** Implements invitations to launch a site. Administrators of the main site create them, and send the links themselves. */
import { randomBytes } from 'node:crypto'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult, Paging } from '#platform/contract/endpoint.ts'
import { conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import type { CreatedInvitation, Invitation, InvitationForm } from './invitation.contract.ts'
import * as queries from './invitation.queries.ts'
import { requireInstallation } from '#features/deployment/require-installation.ts'

const DAY_MS = 86_400_000
const MAX_INVITATIONS = 1000

export async function listInvitations(ctx: Context, paging: Paging): Promise<ListResult<Invitation>> {
  requireInstallation(ctx)
  return queries.listInvitationRows(ctx, paging)
}

export async function createInvitation(ctx: Context, { note, maxUses, days }: InvitationForm): Promise<CreatedInvitation> {
  requireInstallation(ctx)
  if ((await queries.countInvitations(ctx)) >= MAX_INVITATIONS)
    throw conflict('deployment.too_many_invitations', `There are ${MAX_INVITATIONS} invitations already.`)
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  const row = { note, maxUses, createdAt: new Date(now).toISOString(), expiresAt: new Date(now + days * DAY_MS).toISOString() }
  const id = await ctx.db.transaction().execute(async (db) => {
    const invitationId = await queries.insertInvitation({ db }, { ...row, tokenHash: hashToken(token), userId: ctx.viewer?.id ?? null })
    const subject = { type: 'settings' as const, id: null, title: toAuditTitle(invitationId, note) }
    await recordAudit({ ...ctx, db }, { action: 'invitation.create', subject, after: { maxUses, expiresAt: row.expiresAt } })
    return invitationId
  })
  // The token is in the URL fragment, which browsers do not send to the server, so it is not logged.
  return { id, ...row, uses: 0, state: 'open', link: `${ctx.caller?.origin ?? ''}/deploy#invitation=${token}` }
}

export async function revokeInvitation(ctx: Context, id: number): Promise<Invitation> {
  requireInstallation(ctx)
  const invitation = await queries.findInvitation(ctx, id)
  if (!invitation) throw notFound('invitation')
  await ctx.db.transaction().execute(async (db) => {
    if (!(await queries.updateInvitationRevoked({ db }, id, new Date().toISOString())))
      throw conflict('deployment.invitation_revoked', 'This invitation has already been revoked.')
    const subject = { type: 'settings' as const, id: null, title: toAuditTitle(id, invitation.note) }
    await recordAudit({ ...ctx, db }, { action: 'invitation.revoke', subject })
  })
  return { ...invitation, state: 'revoked' }
}

const toAuditTitle = (id: number, note: string) => (note ? `Invitation ${id}: ${note}` : `Invitation ${id}`)

/** Checks an invitation, without revealing whether an invalid one is unknown, used, expired or revoked. */
export async function checkInvitation(ctx: Context, token: string): Promise<{ isValid: boolean }> {
  requireInstallation(ctx)
  return { isValid: (await queries.findInvitationByHash(ctx, hashToken(token)))?.state === 'open' }
}

/** Counts a use. @returns a function that undoes the count after a failed launch @throws AppError 403 if the invitation is invalid */
export async function useInvitation(ctx: Context, token: string): Promise<() => Promise<void>> {
  const id = await queries.countInvitationUse(ctx, hashToken(token), new Date().toISOString())
  if (id === undefined)
    throw forbidden('deployment.invitation_invalid', 'This invitation has been used, has expired or was revoked. Please ask for a new one.')
  return () => queries.uncountInvitationUse(ctx, id)
}
