/** What the rule does not hold for: a write that fails leaves nothing behind. Each exception has its reason. */
import type { WriteCall } from './write-call.ts'

/** Tables that are written whether or not the call succeeds, and before that is decided. */
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

/** A statement of a call. Without `call`: of every call. Without `statement`: every statement of the call. */
interface Rule {
  call?: RegExp
  statement?: RegExp
  reason: string
  /** Nothing else is written, or it is written for statistics as well. */
  isStatistic?: true
}

/** Statements that may fail without failing their call, which is complete all the same. */
const TOLERATED: readonly Rule[] = [
  { statement: /^update sessions/, reason: 'When a session was last seen is a statistic.' },
  {
    call: /^POST \/api\/(search\/clicks|page-views)/,
    isStatistic: true,
    reason: 'These calls write statistics alone; a lost one is not reported to the visitor.',
  },
  {
    call: /^POST \/api\/(sign-in|admin\/login|password-reset\/confirm|email\/confirm)/,
    statement: /^(delete|select|insert|update|commit) ?(sign_in_failures|daily_salts)?$/,
    reason: 'Counters of failed attempts are reset after the commit; one that is not only makes a later wait longer.',
  },
  {
    call: /^POST \/api\/(deployment|admin\/sites\/:id\/resume)/,
    statement: /^(commit|select bulk_mail_permissions)/,
    reason: 'The site is opened after the commit; a request to it opens it as well.',
  },
  {
    call: /^PATCH \/api\/admin\/sites\/:id\/newsletter/,
    statement: /^commit/,
    reason: 'The entry in the audit log of the launched site is logged where it cannot be written.',
  },
  {
    call: /^\w+ \/api\/admin\/sites\/:id\/(suspend|resume|quotas|newsletter)/,
    statement: /^select (site_quotas|bulk_mail_permissions|quota_refusals)/,
    reason: 'What a launched site uses is shown as unknown where it cannot be read.',
  },
]

/** Statements after which a call that fails has left something. */
const EXCEPTIONS: readonly Rule[] = [
  {
    call: /^POST \/api\/(sign-in|admin\/login)\/passkey/,
    reason: 'The response of a passkey is spent before it counts, or it could be sent again; the browser asks for another challenge.',
  },
  {
    call: /^POST \/api\/admin\/webhooks\/:id\/test/,
    reason: 'The webhook is called between two writes: the delivery is stored before, and its outcome after the call.',
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

export const findToleration = (call: WriteCall, statement: string | undefined): Rule | undefined => find(TOLERATED, call, statement)
export const findException = (call: WriteCall, statement: string | undefined): Rule | undefined => find(EXCEPTIONS, call, statement)

export const hasRule = (call: WriteCall, statement: string | undefined): boolean =>
  (findToleration(call, statement) ?? findException(call, statement)) !== undefined

/** Uploaded pictures are named by their content and may be another upload's as well: the job of orphan files removes those without a row. */
export const isRemovedLater = (file: string): boolean => file.includes('/uploads/')
