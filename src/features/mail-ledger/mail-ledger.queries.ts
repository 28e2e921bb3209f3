import type { Context } from '#platform/contract/context.ts'
import type { BudgetShare, MailKind } from './mail-limits.policy.ts'

type Db = Pick<Context, 'db'>

interface RecipientMail {
  purpose: string
  recipientHash: string
  max: number
  now: string
  /** End of the window if this mail starts a new one; ISO 8601. */
  endsAt: string
}

/**
 * Checks and counts in a single statement, so that concurrent requests cannot exceed the limit.
 * @returns false when the window already has `max` mails; nothing is counted in that case
 */
export async function countRecipientMail({ db }: Db, { purpose, recipientHash, max, now, endsAt }: RecipientMail): Promise<boolean> {
  const row = await db
    .insertInto('mail_recipient_counts')
    .values({ purpose, recipient_hash: recipientHash, mails: 1, window_ends_at: endsAt })
    .onConflict((oc) =>
      oc
        .columns(['purpose', 'recipient_hash'])
        .doUpdateSet((eb) => ({
          mails: eb
            .case()
            .when('mail_recipient_counts.window_ends_at', '<=', now)
            .then(1)
            .else(eb('mail_recipient_counts.mails', '+', 1))
            .end(),
          window_ends_at: eb
            .case()
            .when('mail_recipient_counts.window_ends_at', '<=', now)
            .then(eb.ref('excluded.window_ends_at'))
            .else(eb.ref('mail_recipient_counts.window_ends_at'))
            .end(),
        }))
        .where((eb) => eb.or([eb('mail_recipient_counts.window_ends_at', '<=', now), eb('mail_recipient_counts.mails', '<', max)])),
    )
    .returning('mails')
    .executeTakeFirst()
  return row !== undefined
}

export async function uncountRecipientMail({ db }: Db, purpose: string, recipientHash: string): Promise<void> {
  await db
    .updateTable('mail_recipient_counts')
    .set((eb) => ({ mails: eb('mails', '-', 1) }))
    .where('purpose', '=', purpose)
    .where('recipient_hash', '=', recipientHash)
    .where('mails', '>', 0)
    .execute()
}

export async function deleteRecipientCountsBefore({ db }: Db, before: string): Promise<void> {
  await db.deleteFrom('mail_recipient_counts').where('window_ends_at', '<', before).execute()
}

/** Returns the oldest entry of each table, or null when the table is empty. */
export async function findOldestCounts({ db }: Db): Promise<{ windowEnd: string | null; hour: string | null; day: string | null }> {
  const [window, hours, days] = [
    await db
      .selectFrom('mail_recipient_counts')
      .select((eb) => eb.fn.min<string | null>('window_ends_at').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('mail_counts')
      .select((eb) => eb.fn.min<string | null>('hour').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('mail_budget_days')
      .select((eb) => eb.fn.min<string | null>('day').as('at'))
      .executeTakeFirst(),
  ]
  return { windowEnd: window?.at ?? null, hour: hours?.at ?? null, day: days?.at ?? null }
}

/** @param hour hour in UTC: `2026-01-31T09` */
export async function addSentMail({ db }: Db, hour: string, kind: MailKind): Promise<void> {
  await db
    .insertInto('mail_counts')
    .values({ hour, kind, mails: 1 })
    .onConflict((oc) => oc.columns(['hour', 'kind']).doUpdateSet((eb) => ({ mails: eb('mail_counts.mails', '+', 1) })))
    .execute()
}

export async function countSentMailSince({ db }: Db, hour: string): Promise<number> {
  const { n } = await db
    .selectFrom('mail_counts')
    .select((eb) => eb.fn.sum<number | null>('mails').as('n'))
    .where('hour', '>=', hour)
    .executeTakeFirstOrThrow()
  return Number(n ?? 0)
}

export async function deleteSentMailBefore({ db }: Db, hour: string): Promise<void> {
  await db.deleteFrom('mail_counts').where('hour', '<', hour).execute()
}

interface BudgetMail {
  day: string
  isTenant: boolean
  share: BudgetShare
}

/**
 * Checks and counts in a single statement, in the main site's database.
 * @returns false when the budget is used up; nothing is counted in that case
 */
export async function countBudgetMail({ db }: Db, { day, isTenant, share }: BudgetMail): Promise<boolean> {
  const tenantMails = isTenant ? 1 : 0
  if (share.all < 1 || (share.tenants ?? 1) < 1) return false
  const row = await db
    .insertInto('mail_budget_days')
    .values({ day, mails: 1, tenant_mails: tenantMails })
    .onConflict((oc) =>
      oc
        .column('day')
        .doUpdateSet((eb) => ({
          mails: eb('mail_budget_days.mails', '+', 1),
          tenant_mails: eb('mail_budget_days.tenant_mails', '+', tenantMails),
        }))
        .where('mail_budget_days.mails', '<', share.all)
        .where((eb) => (share.tenants === null ? eb.lit(true) : eb('mail_budget_days.tenant_mails', '<', share.tenants))),
    )
    .returning('mails')
    .executeTakeFirst()
  return row !== undefined
}

/** Undoes the count of a mail that no server has accepted. */
export async function uncountBudgetMail({ db }: Db, day: string, isTenant: boolean): Promise<void> {
  const tenantMails = isTenant ? 1 : 0
  await db
    .updateTable('mail_budget_days')
    .set((eb) => ({ mails: eb('mails', '-', 1), tenant_mails: eb('tenant_mails', '-', tenantMails) }))
    .where('day', '=', day)
    .where('mails', '>', 0)
    .where('tenant_mails', '>=', tenantMails)
    .execute()
}

export async function findBudgetDay({ db }: Db, day: string): Promise<{ mails: number; tenantMails: number }> {
  const row = await db
    .selectFrom('mail_budget_days')
    .select(['mails', 'tenant_mails as tenantMails'])
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? { mails: 0, tenantMails: 0 }
}

export async function deleteBudgetDaysBefore({ db }: Db, day: string): Promise<void> {
  await db.deleteFrom('mail_budget_days').where('day', '<', day).execute()
}
