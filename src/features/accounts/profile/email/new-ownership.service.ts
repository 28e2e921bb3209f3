/** Revokes all earlier access at the first confirmation of an email, because it may be an attacker's (account pre-hijacking). */
import type { Context } from '#platform/contract/context.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { updatePasskeySince } from '#features/accounts/passkeys/passkey.queries.ts'
import { disableSecondFactor } from '#features/accounts/second-factor/second-factor.queries.ts'
import { deleteWebhooksOf } from '#features/webhooks/webhook.service.ts'

/**
 * Revokes sessions, passkeys, one-time codes, recovery codes, known browsers, pending links, and webhooks that the account created.
 * Call in the transaction that confirms the email.
 */
export async function revokeEarlierAccess(trxCtx: Context, accountId: number): Promise<void> {
  await queries.deleteCredentials(trxCtx, accountId)
  await disableSecondFactor(trxCtx, accountId)
  await updatePasskeySince(trxCtx, accountId, null)
  await deleteWebhooksOf(trxCtx, accountId)
}
