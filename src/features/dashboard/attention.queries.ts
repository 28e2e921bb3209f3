/** Counts items that need an administrator's attention, with the oldest of each kind. */
import { countHeldJobs } from '#features/job-queue/held-jobs.service.ts'
import { hasOpenJob } from '#features/job-queue/job-queue.service.ts'
import { sendMailJob } from '#features/mail/mail-job.service.ts'
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface AttentionItem {
  count: number
  /** Time of the oldest item; null if there is none. */
  since: string | null
}

export interface AttentionItems {
  enquiries: AttentionItem
  posts: AttentionItem
  /** Reported content without a decision. */
  reports: AttentionItem
  /** Appeals without a decision. */
  appeals: AttentionItem
  /** Purchase evidence that was not checked yet. */
  evidence: AttentionItem
  /** Reviews by guests that wait for approval. */
  reviews: AttentionItem
  /** Jobs that are held since the database was restored, imported or moved. */
  heldJobs: AttentionItem
  mails: AttentionItem
  /** Webhooks that were paused after failed deliveries. */
  webhooks: AttentionItem
  drafts: number
  /** Tenant sites that have exceeded a quota since `fullSince`; counted on the main site only. */
  fullSites: AttentionItem
  /** Tenant sites that have requested permission to send newsletters; counted on the main site only. */
  newsletterRequests: AttentionItem
}

/** Counts the items. @param fullSince ISO 8601 time from which an exceeded quota counts */
export async function listAttentionItems({ db }: Db, fullSince: string): Promise<AttentionItems> {
  const countWithStatus = (table: 'enquiries' | 'topics' | 'replies', status: string) =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('status', '=', status)
      .executeTakeFirstOrThrow()
  const undecided = (table: 'report_cases' | 'appeals') =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow()
  const [
    enquiries,
    reports,
    appeals,
    topics,
    replies,
    reviews,
    heldJobs,
    evidence,
    mails,
    webhooks,
    drafts,
    fullSites,
    newsletterRequests,
  ] = await Promise.all([
    countWithStatus('enquiries', 'new'),
    undecided('report_cases'),
    undecided('appeals'),
    countWithStatus('topics', 'waiting'),
    countWithStatus('replies', 'waiting'),
    db
      .selectFrom('waiting_reviews')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .executeTakeFirstOrThrow(),
    countHeldJobs({ db }),
    db
      .selectFrom('review_evidence')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('sent_at').as('since')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('mails')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('created_at').as('since')])
      .where('sent_at', 'is', null)
      .where('attempts', '>', (eb) => eb.lit(0))
      .where((eb) => eb.not(hasOpenJob({ db }, sendMailJob, 'mails.id')))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('webhooks')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('paused_at').as('since')])
      .where('paused_reason', 'is not', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('site_quotas')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('full_at').as('since')])
      .where('full_at', '>=', fullSince)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('bulk_mail_permissions')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<string | null>('requested_at').as('since')])
      .where('state', '=', 'requested')
      .executeTakeFirstOrThrow(),
  ])
  const oldest = [topics.since, replies.since].filter((at) => at !== null).toSorted()[0] ?? null
  return {
    enquiries,
    reports,
    appeals,
    posts: { count: topics.count + replies.count, since: oldest },
    evidence,
    reviews,
    heldJobs,
    mails,
    webhooks,
    drafts: drafts.count,
    fullSites,
    newsletterRequests,
  }
}
