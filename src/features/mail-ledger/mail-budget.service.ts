/** Daily mail budget of the whole installation: all sites share one mail server and its sender reputation. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { getBudgetShare, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'

export interface MailBudget {
  /** The main site, whose database counts the mails of all sites. */
  main: Pick<Context, 'db'>
  /** Mails per UTC day. */
  perDay: number
}

/** @returns undefined (no limit) when `perDay` is 0 or the process has no main site */
export const createMailBudget = (perDay: number | undefined, main: Pick<Context, 'db'> | undefined): MailBudget | undefined =>
  perDay && main ? { main, perDay } : undefined

/**
 * Counts a mail before it is handed to the server, so that concurrent processes cannot exceed the budget.
 * @returns undefined when the day's budget for this kind is used up; `giveBack` undoes the count when no server accepted the mail
 */
export async function takeFromBudget(
  budget: MailBudget | undefined,
  { db }: Pick<Context, 'db'>,
  kind: MailKind,
  now = Date.now(),
): Promise<{ giveBack(): Promise<void> } | undefined> {
  if (!budget) return { giveBack: async () => undefined }
  const { main, perDay } = budget
  const [day, isTenant] = [dayOf(now), main.db !== db]
  const isCounted = await writeWithoutInvalidation(() =>
    queries.countBudgetMail(main, { day, isTenant, share: getBudgetShare(perDay, { isTenant, kind }) }),
  )
  return isCounted ? { giveBack: () => writeWithoutInvalidation(() => queries.uncountBudgetMail(main, day, isTenant)) } : undefined
}

export interface MailBudgetUse {
  /** Mails per day; 0: no budget. */
  limit: number
  /** Mails of all sites today (UTC). */
  sent: number
  /** Mails of launched sites among them. */
  sentByCopies: number
  /** Maximum for all launched sites together. */
  limitOfCopies: number
}

export async function getBudgetUse(main: Pick<Context, 'db'>, perDay: number, now = Date.now()): Promise<MailBudgetUse> {
  const { mails: sent, tenantMails: sentByCopies } = await queries.findBudgetDay(main, dayOf(now))
  const { tenants, all } = getBudgetShare(perDay, { isTenant: true, kind: 'other' })
  return { limit: perDay, sent, sentByCopies, limitOfCopies: Math.min(tenants ?? 0, all) }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
