/** How many mails the whole installation sends in a day, whatever site they are of: one mail server and one reputation send for all. */
import './mail-ledger.context.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { shareOfBudget, type MailKind } from './mail-limits.policy.ts'
import * as queries from './mail-ledger.queries.ts'

export interface MailBudget {
  /** Of the main site's database, where all sites are counted. */
  main: Pick<Context, 'db'>
  perDay: number
}

/** @returns undefined where there is no budget: 0 is none, and a process that knows no main site has none */
export const mailBudgetOf = (perDay: number | undefined, main: Pick<Context, 'db'> | undefined): MailBudget | undefined =>
  perDay && main ? { main, perDay } : undefined

/**
 * Counts a mail before it is handed to the server, so that several processes together stay within the budget.
 * @returns undefined when the budget of the day is used up for mail of this kind; otherwise what takes the count back when no server has accepted it
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
    queries.countBudgetMail(main, { day, isTenant, share: shareOfBudget(perDay, { isTenant, kind }) }),
  )
  return isCounted ? { giveBack: () => writeWithoutInvalidation(() => queries.returnBudgetMail(main, day, isTenant)) } : undefined
}

export interface MailBudgetUse {
  /** Mails a day; 0: no budget. */
  limit: number
  /** Mails of all sites today (UTC). */
  sent: number
  /** Those of launched sites among them. */
  sentByCopies: number
  /** What launched sites may use of it together. */
  limitOfCopies: number
}

/** @param main the main site's database */
export async function getBudgetUse(main: Pick<Context, 'db'>, perDay: number, now = Date.now()): Promise<MailBudgetUse> {
  const { mails: sent, tenantMails: sentByCopies } = await queries.findBudgetDay(main, dayOf(now))
  const { tenants, all } = shareOfBudget(perDay, { isTenant: true, kind: 'other' })
  return { limit: perDay, sent, sentByCopies, limitOfCopies: Math.min(tenants ?? 0, all) }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
