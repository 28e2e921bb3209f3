/** Lists exceptions from atomicity ("a failed write leaves no changes"), each with a reason. */
import type { WriteCall } from './write-call.ts'

/** Tables that are written before the outcome of a call is known. */
export const COUNTERS: Readonly<Record<string, string>> = {
  rate_limits: 'A request counts before its outcome is known.',
  sign_in_failures: 'An attempt counts before its outcome is known, or attempts in parallel would not count.',
  quota_counts: 'The use of a quota is counted before the work.',
  visits: 'Statistics of visitors.',
  page_views: 'Statistics, which are written some time after the request.',
  page_visitors: 'As page_views.',
  daily_salts: 'Created on first use on each day.',
  files: 'Uploads on PostgreSQL; see isRemovedLater. Other files are compared on SQLite.',
  file_chunks: 'As files.',
}

/** A statement of a call. Without `call`, it may belong to any call; without `statement`, all statements of the call are meant. */
interface Rule {
  call?: RegExp
  statement?: RegExp
  reason: string
  /** The call writes only statistics. */
  isStatistic?: true
}

/** Statements whose failure is tolerated: the call succeeds and is complete without them. */
const TOLERATED: readonly Rule[] = [
  { statement: /^update sessions/, reason: 'last_seen_at of a session is a statistic.' },
  {
    call: /^POST \/api\/(search\/clicks|page-views)/,
    isStatistic: true,
    reason: 'These calls write only statistics; a lost one is not reported to the visitor.',
  },
  {
    call: /^POST \/api\/(sign-in|admin\/login|password-reset\/confirm|email\/confirm)/,
    statement: /^(delete|select|insert|update|commit) ?(sign_in_failures|daily_salts)?$/,
    reason: 'Counters of failed attempts are reset after the commit; a missed reset only prolongs a later throttle.',
  },
  {
    call: /^POST \/api\/(deployment|admin\/sites\/:id\/resume)/,
    statement: /^(commit|select bulk_mail_permissions)/,
    reason: 'The site is opened after the commit; a request to it opens it as well.',
  },
  {
    call: /^PATCH \/api\/admin\/sites\/:id\/newsletter/,
    statement: /^commit/,
    reason: 'An audit entry of the launched site that cannot be written is logged.',
  },
  {
    call: /^\w+ \/api\/admin\/sites\/:id\/(suspend|resume|quotas|newsletter)/,
    statement: /^select (site_quotas|bulk_mail_permissions|quota_refusals)/,
    reason: 'The usage of a launched site is shown as unknown when it cannot be read.',
  },
]

/** Statements after whose failure the call leaves changes. */
const EXCEPTIONS: readonly Rule[] = [
  {
    call: /^POST \/api\/(sign-in|admin\/login)\/passkey/,
    reason: 'A passkey response is consumed before it is accepted, to prevent replay; the browser requests another challenge.',
  },
  {
    call: /^POST \/api\/admin\/webhooks\/:id\/test/,
    reason: 'The delivery is stored before the HTTP request to the webhook, and its outcome after it.',
  },
  {
    call: /^POST \/api\/admin\/newsletter\/permission\/request/,
    statement: /^commit/,
    reason: 'Two databases, of the launched and of the main site, are committed one after the other; asking again completes it.',
  },
  {
    call: /^DELETE \/api\/admin\/sites\/:id/,
    statement: /^(delete launches|commit)/,
    reason: 'The database is deleted after its row is reserved; the job of interrupted launches removes the rest.',
  },
]

const find = (rules: readonly Rule[], { title }: WriteCall, done: string | undefined): Rule | undefined =>
  rules.find(({ call, statement }) => done !== undefined && (call?.test(title) ?? true) && (statement?.test(done) ?? true))

export const findToleratedWrite = (call: WriteCall, statement: string | undefined): Rule | undefined => find(TOLERATED, call, statement)
export const findException = (call: WriteCall, statement: string | undefined): Rule | undefined => find(EXCEPTIONS, call, statement)

export const hasRule = (call: WriteCall, statement: string | undefined): boolean =>
  (findToleratedWrite(call, statement) ?? findException(call, statement)) !== undefined

/**
 * Whether a job removes an unused file later. Uploaded pictures are content-addressed and may belong to another upload, so calls leave
 * them.
 */
export const isRemovedLater = (file: string): boolean => file.includes('/uploads/')
