/** Sanctions against members: restrictions that end by themselves, and closed accounts. */
import { pauseWebhooksOf } from '#features/webhooks/webhook.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { getAdminUser } from '#features/users/user.service.ts'
import { closeAccount } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { guestAccountConflict } from '#features/accounts/profile/profile-correction.service.ts'
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import * as queries from './administrator.queries.ts'

/**
 * Restricts a member to reading and pauses the webhooks that the member created. Call it inside `withLastAdministratorCheck`.
 * @param until end of the restriction, ISO 8601; null lifts it
 * @throws AppError 404 for unknown or closed accounts, 409 for the guest account
 */
export async function restrictMember(trxCtx: Context, id: number, until: string | null): Promise<void> {
  if (id === GUEST_ID) throw guestAccountConflict()
  const member = await getAdminUser(trxCtx, id)
  if (member.state === 'deleted') throw notFound('user')
  await queries.updateRestriction(trxCtx, id, until === null ? null : new Date().toISOString(), until)
  if (until !== null) await pauseWebhooksOf(trxCtx, id)
  await recordAudit(trxCtx, {
    action: until === null ? 'user.unrestrict' : 'user.restrict',
    subject: { type: 'user', id, title: member.username },
    after: { until },
  })
}

/**
 * Closes a member's account. Call it inside `withLastAdministratorCheck`.
 * @throws AppError 404 for unknown or closed accounts, 409 for the guest account
 */
export async function closeMember(trxCtx: Context, id: number, features: AllFeatures): Promise<void> {
  if (id === GUEST_ID) throw guestAccountConflict()
  const { username, email, isEmailConfirmed, state } = await getAdminUser(trxCtx, id)
  if (state === 'deleted') throw notFound('user')
  await closeAccount(trxCtx, { id, username, email: isEmailConfirmed ? email : null }, features)
}

/** Job: lifts restrictions that have ended. */
export async function liftEndedRestrictions(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.liftRestrictionsBefore(ctx, new Date(now).toISOString())
  return findLowest(ctx.db, 'users', 'restricted_until')
}

export const countOtherAdministrators = queries.countOtherAdministrators
