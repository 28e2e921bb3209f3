/** Endpoints with which administrators write and send newsletter issues. */
import { endpoint, Id, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { ENTRY_KINDS, ISSUE_STATES, MAX_ENTRIES, MAX_RATE, MAX_SUBJECT, MIN_RATE, DEFAULT_RATE } from './issue.policy.ts'

/** An item of an issue, with a link to a page of the site. */
export const IssueEntry = z.object({
  kind: z.enum(ENTRY_KINDS),
  title: singleLine().min(1, 'An entry needs a title').max(200, 'At most 200 characters'),
  /** Text of the entry in Markdown. */
  text: z.string().trim().max(3000, 'At most 3,000 characters'),
  /** Path of the page on this site: `/articles/winter-range`. */
  path: z
    .string()
    .max(500)
    .regex(/^\/[^\s<>()\\]*$/, 'Enter a path on this site, beginning with /'),
})
export type IssueEntry = z.infer<typeof IssueEntry>

export const IssueCounts = z.object({
  /** Number of recipients listed so far. */
  total: z.number(),
  waiting: z.number(),
  sent: z.number(),
  /** Number of mails that the recipient's server refused permanently. */
  bounced: z.number(),
  /** Number of mails that were given up after the last retry. */
  failed: z.number(),
  /** Number of recipients who unsubscribed or were suppressed before sending, or whose mailbox limit was reached. */
  skipped: z.number(),
  /** Number of subscribers who unsubscribed with a link in this issue. */
  unsubscribed: z.number(),
})
export type IssueCounts = z.infer<typeof IssueCounts>

const IssueContent = z.object({
  subject: singleLine().min(1, 'Subject is required').max(MAX_SUBJECT, `Subject must be at most ${MAX_SUBJECT} characters`),
  /** Introduction in Markdown, shown before the entries. */
  intro: z.string().max(20_000, 'At most 20,000 characters'),
  entries: z.array(IssueEntry).max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries`),
})

export const Issue = IssueContent.extend({
  id: z.number(),
  subject: z.string(),
  state: z.enum(ISSUE_STATES),
  /** Ids of categories; the issue is sent to subscribers who chose one of them or none at all. Empty: it is sent to all subscribers. */
  audience: z.array(z.number()),
  /** Maximum number of mails per minute. */
  rate: z.number(),
  createdAt: z.string(),
  changedAt: z.string(),
  scheduledAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Why sending is currently stopped; null when there is no error. */
  lastError: z.string().nullable(),
  counts: IssueCounts,
})
export type Issue = z.infer<typeof Issue>

/** The `changedAt` that the client has read, for optimistic concurrency; absent: the issue is changed unconditionally. */
const UnchangedSince = z.iso.datetime().max(40).optional()

const admin = { access: 'admin' } as const
const byId = { ...admin, params: z.object({ id: Id }) }
const change = { ...byId, response: Issue, status: 200, extraStatuses: [409] } as const

export const listIssuesEndpoint = endpoint('GET /api/admin/newsletter/issues', {
  ...admin,
  summary: 'List newsletter issues, newest first.',
  query: Paging,
  response: z.array(Issue),
  list: true,
})
export const getIssueEndpoint = endpoint('GET /api/admin/newsletter/issues/:id', {
  ...byId,
  summary: 'Get an issue with its delivery counts.',
  response: Issue,
})
export const draftIssueEndpoint = endpoint('POST /api/admin/newsletter/issues', {
  ...admin,
  summary: 'Create an issue, blank or with the site’s activity since the last one.',
  body: z.object({ fromActivity: z.boolean().default(true) }),
  response: Issue,
})
export const changeIssueEndpoint = endpoint('PATCH /api/admin/newsletter/issues/:id', {
  ...change,
  summary: 'Change an unsent issue. While it is being sent only its rate can be changed.',
  body: IssueContent.extend({
    unchangedSince: UnchangedSince,
    audience: z.array(idInBody()).max(50),
    rate: z.number().int().min(MIN_RATE).max(MAX_RATE).default(DEFAULT_RATE),
  }).partial(),
})
export const deleteIssueEndpoint = endpoint('DELETE /api/admin/newsletter/issues/:id', {
  ...byId,
  summary: 'Delete an unsent issue.',
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409],
})
export const IssuePreview = z.object({ html: z.string(), text: z.string() })
export type IssuePreview = z.infer<typeof IssuePreview>
export const previewIssueEndpoint = endpoint('POST /api/admin/newsletter/preview', {
  ...admin,
  summary: 'Render an issue as HTML and text mail.',
  body: IssueContent.extend({ subject: singleLine().max(MAX_SUBJECT) }),
  response: IssuePreview,
  status: 200,
  hasNoEffectOnReads: true,
})
export const testIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/test', {
  ...byId,
  summary: 'Send a test mail of an issue to the caller.',
  response: z.object({ email: z.string() }),
  status: 200,
  extraStatuses: [409],
  rateLimit: { max: 30, minutes: 10 },
})
export const sendIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/send', {
  ...change,
  summary: 'Send or schedule an issue.',
  body: z.object({ at: z.iso.datetime().max(40).optional(), unchangedSince: UnchangedSince }),
})
export const unscheduleIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/unschedule', {
  ...change,
  summary: 'Turn a scheduled issue back into a draft.',
})
export const pauseIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/pause', {
  ...change,
  summary: 'Pause sending an issue.',
})
export const resumeIssueEndpoint = endpoint('POST /api/admin/newsletter/issues/:id/resume', {
  ...change,
  summary: 'Resume sending an issue.',
})
export const listActivityEndpoint = endpoint('GET /api/admin/newsletter/activity', {
  ...admin,
  summary: 'List the site’s activity since the last issue as entries.',
  response: z.array(IssueEntry),
  list: true,
})
export const countAudienceEndpoint = endpoint('GET /api/admin/newsletter/audience', {
  ...admin,
  summary: 'Count the recipients of an issue for these categories.',
  query: z.object({
    /** Ids of categories, separated by commas: `1,4`; absent: all subscribers. */
    categories: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
      .optional()
      .transform((text) => text?.split(',').map(Number) ?? []),
  }),
  response: z.object({ count: z.number() }),
})
