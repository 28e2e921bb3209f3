/** Decisions about reports: the moderators' queue, what the parties see, and the public numbers. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import {
  DECISION_KEYS,
  DECISION_REASON_KEYS,
  DECISION_TEXT_MAX,
  ILLEGAL_KIND_KEYS,
  REPORT_KIND_KEYS,
  REPORT_REASON_KEYS,
} from '#features/reports/report-reason.policy.ts'

const Person = z.object({ id: z.number(), username: z.string() })

export const Report = z.object({
  id: z.number(),
  reason: z.enum(REPORT_REASON_KEYS),
  illegalKind: z.enum(ILLEGAL_KIND_KEYS).nullable(),
  text: z.string().nullable(),
  /** Null for visitors. */
  reporter: Person.nullable(),
  /** Number of earlier reports by the same member, and how many of them led to an action. */
  reporterHistory: z.object({ reports: z.number(), upheld: z.number() }).nullable(),
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

/** All reports of one subject up to a decision. */
export const ReportCase = z.object({
  id: z.number(),
  kind: z.enum(REPORT_KIND_KEYS),
  subjectId: z.number(),
  path: z.string(),
  /** The subject when it was first reported. */
  title: z.string(),
  content: z.string(),
  /** The subject now; null if it is no longer public. */
  current: z.object({ title: z.string(), content: z.string() }).nullable(),
  /** Time at which reports by trusted members hid the subject; null if they did not. */
  hiddenAt: z.string().nullable(),
  author: Person.extend({ isGuest: z.boolean(), memberSince: z.string(), level: z.number() }),
  /** Earlier decisions against the author, newest first, at most five. */
  authorHistory: z.array(ReportDecision),
  reports: z.array(Report),
  dueAt: z.string(),
  createdAt: z.string(),
  claimedBy: Person.nullable(),
  /** The last decision; null while the case is open. */
  decision: ReportDecision.nullable(),
})
export type ReportCase = z.infer<typeof ReportCase>

export const REPORT_STATUSES = ['open', 'decided'] as const
const admin = { access: 'admin' } as const
const one = z.object({ id: Id })

export const listReportsEndpoint = endpoint('GET /api/admin/reports', {
  ...admin,
  summary: 'List reported content: open cases by target time, or decided ones, newest first.',
  query: Paging.extend({ status: z.enum(REPORT_STATUSES).default('open'), kind: z.enum(REPORT_KIND_KEYS).optional() }),
  response: z.array(ReportCase),
  list: true,
})
export const claimReportEndpoint = endpoint('POST /api/admin/reports/:id/claim', {
  ...admin,
  summary: 'Claim a case, so that other moderators see who works on it, or release it.',
  params: one,
  body: z.object({ isClaimed: z.boolean() }),
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
  params: one,
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
