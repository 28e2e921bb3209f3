/** The issues of the newsletter, as administrators write and send them. */
import { endpoint, Id, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { ENTRY_KINDS, ISSUE_STATES, MAX_ENTRIES, MAX_RATE, MAX_SUBJECT, MIN_RATE, USUAL_RATE } from './issue.policy.ts'

/** One thing that an issue tells of, in the words of whoever wrote or rewrote it. */
export const IssueEntry = z.object({
  kind: z.enum(ENTRY_KINDS),
  title: singleLine().min(1, 'An entry needs a title').max(200, 'At most 200 characters'),
  /** Markdown. */
  text: z.string().trim().max(3000, 'At most 3,000 characters'),
  /** Of this site: `/articles/winter-range`. */
  path: z
    .string()
    .max(500)
    .regex(/^\/[^\s<>()\\]*$/, 'An address of this site begins with /'),
})
export type IssueEntry = z.infer<typeof IssueEntry>

export const IssueCounts = z.object({
  /** All who are to get it, as far as they are noted. */
  total: z.number(),
  waiting: z.number(),
  sent: z.number(),
  /** Refused for good by the receiver's server. */
  bounced: z.number(),
  /** Given up after several attempts. */
  failed: z.number(),
  /** Left, or on the list of addresses that get nothing, before their turn came. */
  skipped: z.number(),
  /** Left by a link of this issue. */
  unsubscribed: z.number(),
})
export type IssueCounts = z.infer<typeof IssueCounts>

const IssueContent = z.object({
  subject: singleLine().min(1, 'Subject is required').max(MAX_SUBJECT, `Subject must be at most ${MAX_SUBJECT} characters`),
  /** Markdown, before the entries. */
  intro: z.string().max(20_000, 'At most 20,000 characters'),
  entries: z.array(IssueEntry).max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries`),
})

export const Issue = IssueContent.extend({
  id: z.number(),
  subject: z.string(),
  state: z.enum(ISSUE_STATES),
  /** Ids of categories: their readers get it, and whoever wants everything. None: everybody. */
  audience: z.array(z.number()),
  /** Mails a minute, at most. */
  rate: z.number(),
  createdAt: z.string(),
  changedAt: z.string(),
  scheduledAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Why nothing goes out at the moment. */
  lastError: z.string().nullable(),
  counts: IssueCounts,
})
export type Issue = z.infer<typeof Issue>

/** The `changedAt` of what the writer has before them: what somebody else has saved since is neither written over nor sent unseen. */
const UnchangedSince = z.iso.datetime().max(40).optional()

const admin = { access: 'admin' } as const
const byId = { ...admin, params: z.object({ id: Id }) }
const change = { ...byId, response: Issue, status: 200, extraStatuses: [409] } as const

export const listIssuesEndpoint = endpoint('GET /api/admin/newsletter/issues', {
  ...admin,
  summary: 'The issues of the newsletter, newest first.',
  query: Paging,
  response: z.array(Issue),
  list: true,
})
export const getIssueEndpoint = endpoint('GET /api/admin/newsletter/issues/:id', {
  ...byId,
  summary: 'An issue, and how far it has gone out.',
  response: Issue,
})
export const draftIssueEndpoint = endpoint('POST /api/admin/newsletter/issues', {
  ...admin,
  summary: 'Begin an issue: blank, or with what has happened on the site since the last one.',
  body: z.object({ fromActivity: z.boolean().default(true) }),
  response: Issue,
})
export const changeIssueEndpoint = endpoint('PATCH /api/admin/newsletter/issues/:id', {
  ...change,
  summary: 'Change an issue that has not gone out. While one goes out only its rate can be changed.',
  body: IssueContent.extend({
    unchangedSince: UnchangedSince,
    audience: z.array(idInBody()).max(50),
    rate: z.number().int().min(MIN_RATE).max(MAX_RATE).default(USUAL_RATE),
  }).partial(),
})
export const deleteIssueEndpoint = endpoint('DELETE /api/admin/newsletter/issues/:id', {
  ...byId,
  summary: 'Delete an issue that has not gone out.',
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409],
})
export const IssuePreview = z.object({ html: z.string(), text: z.string() })
export type IssuePreview = z.infer<typeof IssuePreview>
export const previewIssueEndpoint = endpoint('POST /api/admin/newsletter/preview', {
  ...admin,
  summary: 'How an issue looks as a mail, with HTML and without.',
  body: IssueContent.extend({ subject: singleLine().max(MAX_SUBJECT) }),
  response: IssuePreview,
  status: 200,
  hasNoEffectOnReads: true,
})
export const testIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/test', {
  ...byId,
  summary: 'Send an issue to oneself, as it would go out.',
  response: z.object({ email: z.string() }),
  status: 200,
  extraStatuses: [409],
  rateLimit: { max: 30, minutes: 10 },
})
export const sendIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/send', {
  ...change,
  summary: 'Send an issue, now or at a time.',
  body: z.object({ at: z.iso.datetime().max(40).optional(), unchangedSince: UnchangedSince }),
})
export const unscheduleIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/unschedule', {
  ...change,
  summary: 'Make a draft again of what waits for its time.',
})
export const pauseIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/pause', {
  ...change,
  summary: 'Send no more of an issue for now.',
})
export const resumeIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/resume', { ...change, summary: 'Go on with an issue.' })
export const listActivityEndpoint = endpoint('GET /api/admin/newsletter/activity', {
  ...admin,
  summary: 'What has happened on the site since the last issue, as entries for the next.',
  response: z.array(IssueEntry),
  list: true,
})
export const countAudienceEndpoint = endpoint('GET /api/admin/newsletter/audience', {
  ...admin,
  summary: 'How many would get an issue for the readers of these categories.',
  query: z.object({
    /** `1,4`; none: everybody. */
    categories: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
      .optional()
      .transform((text) => text?.split(',').map(Number) ?? []),
  }),
  response: z.object({ count: z.number() }),
})
