/** Counts that describe the site's community and moderation. */
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface CommunityCounts {
  members: number
  administrators: number
  topics: number
  replies: number
  reviews: number
  verifiedReviews: number
  reviewPictures: number
  products: number
}

export async function countCommunity({ db }: Db): Promise<CommunityCounts> {
  const count = async (table: 'topics' | 'replies' | 'reviews' | 'review_pictures' | 'products') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  const [topics, replies, reviews, reviewPictures, products, members, administrators, verifiedReviews] = await Promise.all([
    count('topics'),
    count('replies'),
    count('reviews'),
    count('review_pictures'),
    count('products'),
    countMembers({ db }),
    countAdministrators({ db }),
    countVerifiedReviews({ db }),
  ])
  return { members, administrators, topics, replies, reviews, verifiedReviews, reviewPictures, products }
}

/** Counts the open accounts, including administrators, without the Community Guest. */
async function countMembers({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .where('id', '<>', GUEST_ID)
    .executeTakeFirstOrThrow()
  return n
}

async function countAdministrators({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('is_admin', '=', (eb) => eb.lit(true))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

async function countVerifiedReviews({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('is_verified', '=', (eb) => eb.lit(true))
    .where('is_demo', '=', false)
    .executeTakeFirstOrThrow()
  return n
}

export interface ReportCounts {
  reports: number
  illegal: number
  decisions: number
  actions: number
  openCases: number
  overdueCases: number
  appeals: number
}

/** Counts reports, decisions and appeals since a time, and the cases that are open now. */
export async function countReports({ db }: Db, since: string, now: string): Promise<ReportCounts> {
  const reports = await db
    .selectFrom('reports')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.countAll<number>().filterWhere('reason', '=', 'illegal').as('illegal')])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  const decisions = await db
    .selectFrom('report_decisions')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.countAll<number>().filterWhere('decision', '<>', 'keep').as('actions')])
    .where('decided_at', '>=', since)
    .executeTakeFirstOrThrow()
  const open = await db
    .selectFrom('report_cases')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.countAll<number>().filterWhere('due_at', '<', now).as('overdue')])
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow()
  const appeals = await db
    .selectFrom('appeals')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return {
    reports: reports.n,
    illegal: reports.illegal,
    decisions: decisions.n,
    actions: decisions.actions,
    openCases: open.n,
    overdueCases: open.overdue,
    appeals: appeals.n,
  }
}

export async function countWebhooks({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}
