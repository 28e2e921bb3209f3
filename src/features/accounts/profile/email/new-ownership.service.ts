/** The first proof of an address begins a new ownership: the account may have been prepared by a stranger who only claimed the address. */
import type { Context } from '#platform/contract/context.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { updatePasskeySince } from '#features/accounts/passkeys/passkey.queries.ts'
import { disableSecondFactor } from '#features/accounts/second-factor/second-factor.queries.ts'
import { deleteWebhooksOf } from '#features/webhooks/webhook.service.ts'

/**
 * Ends everything that could open or observe the account before: sessions, passkeys, one-time codes, recovery codes, known browsers,
 * pending links and webhooks that it created. Call it in the transaction that proves the address.
 */
export async function endEarlierAccess(inside: Context, accountId: number): Promise<void> {
  await queries.deleteLoginKeys(inside, accountId)
  await disableSecondFactor(inside, accountId)
  await updatePasskeySince(inside, accountId, null)
  await deleteWebhooksOf(inside, accountId)
}
