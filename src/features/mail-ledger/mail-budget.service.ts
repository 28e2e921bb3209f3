/** Limits the mail of the whole installation to a daily budget, because all sites share a mail server and its sender reputation. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { getBudgetShare, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

export interface MailBudget {
  /** Context of the main site, whose database counts the mails of all sites. */
  main: Pick<Context, 'db'>
  /** Maximum number of mails per UTC day. */
  perDay: number
}

/** @returns undefined (no limit) when `perDay` is 0 or the process has no main site */
export const createMailBudget = (perDay: number | undefined, main: Pick<Context, 'db'> | undefined): MailBudget | undefined =>
  perDay && main ? { main, perDay } : undefined

/**
 * Counts a mail before it is sent, so that concurrent processes cannot exceed the budget.
 * @param budget undefined: there is no limit, and nothing is counted
 * @returns undefined when the day's budget for this kind is used up; otherwise `giveBack` uncounts the mail, to be called if no mail server has accepted it
 */
export async function takeFromBudget(
  budget: MailBudget | undefined,
  { db }: Pick<Context, 'db'>,
  kind: MailKind,
  now = Date.now(),
): Promise<{ giveBack(): Promise<void> } | undefined> {
  if (!budget) return { giveBack: async () => undefined }
  const { main, perDay } = budget
  const [day, isTenant] = [toUtcDay(now), main.db !== db]
  const isCounted = await writeWithoutInvalidation(() =>
    queries.countBudgetMail(main, { day, isTenant, share: getBudgetShare(perDay, { isTenant, kind }) }),
  )
  return isCounted ? { giveBack: () => writeWithoutInvalidation(() => queries.uncountBudgetMail(main, day, isTenant)) } : undefined
}

export interface MailBudgetUse {
  /** Maximum number of mails per day; 0: there is no budget. */
  limit: number
  /** Number of mails that all sites have sent today (UTC). */
  sent: number
  /** Number of mails among them that tenant sites have sent. */
  sentByCopies: number
  /** Maximum number of mails per day for all tenant sites together. */
  limitOfCopies: number
}

export async function getBudgetUse(main: Pick<Context, 'db'>, perDay: number, now = Date.now()): Promise<MailBudgetUse> {
  const { mails: sent, tenantMails: sentByCopies } = await queries.findBudgetDay(main, toUtcDay(now))
  const { tenants, all } = getBudgetShare(perDay, { isTenant: true, kind: 'other' })
  return { limit: perDay, sent, sentByCopies, limitOfCopies: Math.min(tenants ?? 0, all) }
}
