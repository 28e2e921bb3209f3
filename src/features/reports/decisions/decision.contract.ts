/** Decisions about reports: the moderation queue, what the parties see, and the public numbers. */
import { WAITING_REASON_CODES } from '#features/trust/waiting-reason.policy.ts'
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import {
  CLAIM_FILTER_KEYS,
  DECISION_KEYS,
  DECISION_REASON_KEYS,
  DECISION_TEXT_MAX,
  ILLEGAL_KIND_KEYS,
  QUEUE_ITEM_KEYS,
  REPORT_KIND_KEYS,
  REPORT_REASON_KEYS,
} from '#features/reports/report-reason.policy.ts'

const Person = z.object({ id: z.number(), username: z.string() })

/** Numbers of earlier reports by a member, and of those that led to an action. */
const ReporterHistory = z.object({ reports: z.number(), upheld: z.number() })

export const Report = z.object({
  id: z.number(),
  reason: z.enum(REPORT_REASON_KEYS),
  illegalKind: z.enum(ILLEGAL_KIND_KEYS).nullable(),
  text: z.string().nullable(),
  /** Null for visitors. */
  reporter: Person.nullable(),
  /** Null for visitors. */
  reporterHistory: ReporterHistory.nullable(),
  createdAt: z.string(),
})

export const ReportDecision = z.object({
  id: z.number(),
  decision: z.enum(DECISION_KEYS),
  reason: z.enum(DECISION_REASON_KEYS),
  text: z.string(),
  restrictedUntil: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string(),
})
export type ReportDecision = z.infer<typeof ReportDecision>

/** What a member has posted and what was decided about it. */
export const AuthorRecord = z.object({
  topics: z.number(),
  replies: z.number(),
  reviews: z.number(),
  /** Reviews that a purchase or proof verifies. */
  verifiedReviews: z.number(),
  /** Topics and replies that are hidden, or were rejected. */
  hiddenPosts: z.number(),
  /** Decisions about the member’s content, other than to keep it. */
  decisions: z.number(),
})
export type AuthorRecord = z.infer<typeof AuthorRecord>

/** An item of the moderation queue: all reports of one subject up to a decision, an appeal, or something that waits for approval. */
export const ReportCase = z.object({
  item: z.enum(QUEUE_ITEM_KEYS),
  /** Unique among items of the same type. For waiting topics, replies and reviews and for proofs, the id that their calls take. */
  id: z.number(),
  /** What the item is about. */
  kind: z.enum(REPORT_KIND_KEYS),
  subjectId: z.number(),
  path: z.string(),
  /** The subject when it was first reported. */
  title: z.string(),
  content: z.string(),
  /** The subject now; null if it is not public. */
  current: z.object({ title: z.string(), content: z.string() }).nullable(),
  /** URL of a reported picture that is public; null for other items. */
  pictureUrl: z.string().nullable(),
  /** What the subject is part of: the topic of a reply, the category of a topic, the product of a review; null if there is none. */
  context: z.object({ title: z.string(), path: z.string(), content: z.string().nullable() }).nullable(),
  /** Time at which reports by trusted members hid the subject; null if they did not. */
  hiddenAt: z.string().nullable(),
  author: Person.extend({ isGuest: z.boolean(), memberSince: z.string(), level: z.number() }),
  /** Null for guests. */
  authorRecord: AuthorRecord.nullable(),
  /** Earlier decisions against the author, newest first, at most five. */
  authorHistory: z.array(ReportDecision),
  /** Empty for items that wait for approval. */
  reports: z.array(Report),
  dueAt: z.string(),
  /** Time since which the item waits. */
  createdAt: z.string(),
  claimedBy: Person.nullable(),
  /** The last decision; null while the case is open. */
  decision: ReportDecision.nullable(),
  /** Why a topic, reply or review waits, with probabilities of spam from 0 to 1; null for other items. */
  waiting: z
    .object({
      reasons: z.array(z.object({ code: z.enum(WAITING_REASON_CODES), score: z.number(), detail: z.string().optional() })),
      spamScore: z.number(),
    })
    .nullable(),
  /** The review that waits or that a proof is for; null for other items. `update` is set if an update of a published review waits. */
  review: z
    .object({
      rating: z.number(),
      ownedMonths: z.number().nullable(),
      /** Months after the review, and whether the author still uses the product. */
      update: z.object({ months: z.number(), isStillUsed: z.boolean().nullable() }).nullable(),
    })
    .nullable(),
  /** Note of the member who sent a proof. */
  note: z.string().nullable(),
  /** Null for items that are not appeals. */
  appeal: z
    .object({
      role: z.enum(['author', 'reporter']),
      /** Null for visitors. */
      username: z.string().nullable(),
      text: z.string(),
      /** Reports by the member who appeals; null for authors and visitors. */
      history: ReporterHistory.nullable(),
      /** The decision that the appeal is against. */
      decision: ReportDecision,
    })
    .nullable(),
})
export type ReportCase = z.infer<typeof ReportCase>

export const REPORT_STATUSES = ['open', 'decided'] as const
const admin = { access: 'admin' } as const
const IdParams = z.object({ id: Id })

export const ReportListQuery = Paging.extend({
  status: z.enum(REPORT_STATUSES).default('open'),
  kind: z.enum(REPORT_KIND_KEYS).optional(),
  item: z.enum(QUEUE_ITEM_KEYS).optional(),
  claim: z.enum(CLAIM_FILTER_KEYS).optional(),
})
export type ReportListQuery = z.infer<typeof ReportListQuery>
export const listReportsEndpoint = endpoint('GET /api/admin/reports', {
  ...admin,
  summary:
    'List the moderation queue by target time, overdue items first: reports, appeals, and posts, reviews and proofs that wait. With `status=decided`, decided reports, newest first.',
  query: ReportListQuery,
  response: z.array(ReportCase),
  list: true,
})
export const claimReportEndpoint = endpoint('POST /api/admin/reports/:id/claim', {
  ...admin,
  summary: 'Claim an item of the moderation queue, so that other moderators see who works on it, or release it.',
  params: IdParams,
  /** `item`: the type of the item; by default `report`. */
  body: z.object({ isClaimed: z.boolean(), item: z.enum(QUEUE_ITEM_KEYS).default('report') }),
  response: ReportCase,
  status: 200,
  extraStatuses: [409],
})

export const NewDecision = z
  .object({
    decision: z.enum(DECISION_KEYS, 'Choose a decision'),
    reason: z.enum(DECISION_REASON_KEYS, 'Choose a reason'),
    /** For the author and the reporters. */
    text: z.string().trim().max(DECISION_TEXT_MAX),
    /** Last day of a restriction, YYYY-MM-DD; required with `restrict`. */
    until: z.iso.date('Choose a date').optional(),
  })
  .refine(({ decision, until }) => decision !== 'restrict' || until !== undefined, { path: ['until'], message: 'Choose a date' })
  .refine(({ decision, reason }) => decision === 'keep' || reason !== 'no-breach', {
    path: ['reason'],
    message: 'Choose the guideline that was broken',
  })
export type NewDecision = z.infer<typeof NewDecision>
export const decideReportEndpoint = endpoint('POST /api/admin/reports/:id/decision', {
  ...admin,
  summary: 'Decide about a case. Author and reporters are informed of the decision and its reason, and may appeal once.',
  params: IdParams,
  body: NewDecision,
  response: ReportCase,
  status: 200,
  extraStatuses: [403, 409],
})

/** What a party to a decision sees. */
export const DecisionNotice = z.object({
  id: z.number(),
  kind: z.enum(REPORT_KIND_KEYS),
  title: z.string(),
  /** Empty if it is no longer public. */
  path: z.string(),
  role: z.enum(['author', 'reporter']),
  decision: ReportDecision.omit({ decidedBy: true }),
  canAppeal: z.boolean(),
  appeal: z
    .object({
      text: z.string(),
      createdAt: z.string(),
      outcome: z.enum(['upheld', 'overturned']).nullable(),
      outcomeText: z.string().nullable(),
    })
    .nullable(),
})
export type DecisionNotice = z.infer<typeof DecisionNotice>
/** A decision's id, for its author and reporters, or `7~` and the key from a mail. */
export const DecisionKey = z.string().regex(/^[1-9]\d{0,9}(~[\w-]{43})?$/)
export const getDecisionEndpoint = endpoint('GET /api/decisions/:key', {
  summary: 'Get a decision, as its author or reporter, or with the key from a mail.',
  params: z.object({ key: DecisionKey }),
  response: DecisionNotice,
  extraStatuses: [401],
  isPrivate: true,
})

export const ModerationMonth = z.object({
  /** YYYY-MM */
  month: z.string(),
  reports: z.number(),
  decisions: z.array(z.object({ key: z.enum(DECISION_KEYS), count: z.number() })),
  reasons: z.array(z.object({ key: z.enum(REPORT_REASON_KEYS), count: z.number() })),
  /** Median hours from the first report to the decision; null without a decision. */
  medianHours: z.number().nullable(),
  appeals: z.number(),
  overturned: z.number(),
})
export type ModerationMonth = z.infer<typeof ModerationMonth>
export const moderationReportEndpoint = endpoint('GET /api/moderation-report', {
  summary: 'Get the number of reports, decisions and appeals of the last twelve months. Contains no names.',
  response: z.array(ModerationMonth),
  list: true,
})
