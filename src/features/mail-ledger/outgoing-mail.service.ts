/** Counts a mail right before it is sent. */
import type { Context } from '#platform/contract/context.ts'
import { takeFromBudget, type MailBudget } from './mail-budget.service.ts'
import { TENANT_MAILBOX_LIMITS } from './mailbox-limit.policy.ts'
import { countTenantMail, countSentMail, uncountTenantMail } from './mail-ledger.service.ts'
import type { MailKind } from './mail-limits.policy.ts'

type Db = Pick<Context, 'db'>

export interface OutgoingMailCounts {
  /** Context of the main site, whose database counts for all sites; undefined: there is no mailbox limit. */
  installation: Db | undefined
  budget: MailBudget | undefined
}

export interface CountedMail {
  email: string
  kind: MailKind
  /** Whether the mail was just requested on a page, such as a password link. */
  isRequested: boolean
  /** Whether the site may send account mail only (decision 29). */
  isRestricted: boolean
}

interface CountResult {
  /** The limit that is reached, in which case the mail is not counted and must not be sent; null: it may be sent. */
  over: 'budget' | 'mailbox' | null
  /**
   * Must be called when no server has accepted the mail. Mail from tenant sites stays counted if a server refused it.
   * @param isOffered whether a server was reached
   */
  recordFailure(isOffered: boolean): Promise<void>
}

export async function countOutgoingMail(
  ctx: Db,
  { installation, budget }: OutgoingMailCounts,
  { email, kind, isRequested, isRestricted }: CountedMail,
): Promise<CountResult> {
  const reservation = await takeFromBudget(budget, ctx, kind)
  if (!reservation) return { over: 'budget', recordFailure: async () => undefined }
  if (installation === undefined || installation.db === ctx.db) return { over: null, recordFailure: () => reservation.giveBack() }
  const max = TENANT_MAILBOX_LIMITS[isRestricted ? 'restricted' : 'trusted'][isRequested ? 'asked' : 'other']
  if (!(await countTenantMail(installation, email, max))) {
    await reservation.giveBack()
    return { over: 'mailbox', recordFailure: async () => undefined }
  }
  return {
    over: null,
    async recordFailure(isOffered) {
      if (isOffered) return countSentMail(ctx, kind)
      await reservation.giveBack()
      await uncountTenantMail(installation, email)
    },
  }
}
