/** Reasons of reports and decisions, and the target times. Without zod, as the browser loads this module. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

export const REPORT_KINDS = {
  topic: 'Topic',
  reply: 'Reply',
  review: 'Review',
  user: 'Profile',
  picture: 'Picture',
} as const
export type ReportKind = keyof typeof REPORT_KINDS
export const REPORT_KIND_KEYS = keysOf(REPORT_KINDS)

interface ReportReasonText {
  label: string
  hint: string
  /** Target for a decision, in hours after the first report. */
  targetHours: number
}

export const REPORT_REASONS = {
  illegal: { label: 'It is against the law', hint: 'For example fraud, threats, hate or stolen goods.', targetHours: 24 },
  children: {
    label: 'It is harmful to children',
    hint: 'Content that children must not see, or that puts a child at risk.',
    targetHours: 24,
  },
  harassment: {
    label: 'It insults or harasses someone',
    hint: 'Personal attacks, bullying, or private information about someone.',
    targetHours: 48,
  },
  spam: { label: 'It is spam or advertising', hint: 'Promotion, link farming or repeated posts.', targetHours: 48 },
  'undisclosed-interest': {
    label: 'The author hides a commercial interest',
    hint: 'For example a seller who reviews their own product.',
    targetHours: 120,
  },
  'wrong-category': { label: 'It is in the wrong category', hint: 'The content is fine but belongs elsewhere.', targetHours: 168 },
  other: { label: 'Something else', hint: 'Please describe the problem.', targetHours: 120 },
} as const satisfies Record<string, ReportReasonText>
export type ReportReason = keyof typeof REPORT_REASONS
export const REPORT_REASON_KEYS = keysOf(REPORT_REASONS)

/** Kinds of priority illegal content, Online Safety Act 2023, schedules 5 to 7; asked if the reason is `illegal`. */
export const ILLEGAL_KINDS = {
  terrorism: 'Terrorism',
  'child-abuse': 'Child sexual exploitation or abuse',
  hate: 'Hate, racism or religious hatred',
  threats: 'Threats, stalking or harassment',
  fraud: 'Fraud or a financial scam',
  drugs: 'Drugs or weapons',
  'sexual-images': 'Extreme or intimate images',
  'self-harm': 'Encouraging suicide or serious self-harm',
  'animal-cruelty': 'Animal cruelty',
  'other-offence': 'Another offence',
} as const
export type IllegalKind = keyof typeof ILLEGAL_KINDS
export const ILLEGAL_KIND_KEYS = keysOf(ILLEGAL_KINDS)

/** What a moderator can decide. */
export const DECISIONS = {
  keep: { label: 'Keep', hint: 'It does not break the guidelines and stays as it is.' },
  edit: { label: 'Ask for an edit', hint: 'It stays, and the author is asked to change it.' },
  hide: { label: 'Hide', hint: 'Visitors no longer see it. It can be shown again.' },
  remove: { label: 'Remove', hint: 'It moves to the trash and is deleted after 30 days.' },
  warn: { label: 'Warn the author', hint: 'It stays, and the author gets a warning.' },
  restrict: { label: 'Restrict the author', hint: 'The author can read, but not post, until a set date.' },
  close: { label: 'Close the account', hint: 'The author’s account is closed for good. Posts stay under “Deleted member”.' },
} as const
export type Decision = keyof typeof DECISIONS
export const DECISION_KEYS = keysOf(DECISIONS)

/** Decisions that need an author with an account. */
export const ACCOUNT_DECISIONS: readonly Decision[] = ['edit', 'warn', 'restrict', 'close']
/** Decisions that are possible about a subject of each kind. */
export const DECISIONS_OF_KIND = {
  topic: DECISION_KEYS,
  reply: DECISION_KEYS,
  review: DECISION_KEYS,
  user: ['keep', 'edit', 'warn', 'restrict', 'close'],
  picture: ['keep', 'edit', 'remove', 'warn', 'restrict', 'close'],
} as const satisfies Record<ReportKind, readonly Decision[]>

/** Reason codes of decisions: those of reports, and that no guideline was broken. */
export const DECISION_REASONS = {
  'no-breach': 'It does not break the guidelines',
  illegal: 'Against the law',
  children: 'Harmful to children',
  harassment: 'Insults or harasses someone',
  spam: 'Spam or advertising',
  'undisclosed-interest': 'Undisclosed commercial interest',
  'wrong-category': 'Wrong category',
  other: 'Another breach of the guidelines',
} as const
export type DecisionReason = keyof typeof DECISION_REASONS
export const DECISION_REASON_KEYS = keysOf(DECISION_REASONS)

/** Items of the moderation queue. Their ids are unique only among items of the same type. */
export const QUEUE_ITEMS = {
  report: 'Report',
  appeal: 'Appeal',
  topic: 'Topic to approve',
  reply: 'Reply to approve',
  review: 'Review to approve',
  evidence: 'Proof of purchase',
} as const
export type QueueItemType = keyof typeof QUEUE_ITEMS
export const QUEUE_ITEM_KEYS = keysOf(QUEUE_ITEMS)

export const CLAIM_FILTERS = { mine: 'Claimed by me', unclaimed: 'Not claimed' } as const
export type ClaimFilter = keyof typeof CLAIM_FILTERS
export const CLAIM_FILTER_KEYS = keysOf(CLAIM_FILTERS)
/** Claims of waiting items end after this many days. */
export const CLAIM_RETENTION_DAYS = 30

export const REPORT_TEXT_MAX = 2000
export const DECISION_TEXT_MAX = 2000
export const APPEAL_TEXT_MAX = 2000
/** Appeals are possible for six months (Digital Services Act, article 20, as good practice), in days. */
export const APPEAL_DAYS = 183
/** Target for the decision about an appeal, in hours. */
export const APPEAL_TARGET_HOURS = 120
/** Targets for decisions about what waits for approval, in hours since it waits. */
export const WAITING_TARGETS = {
  post: { label: 'A post that waits for approval', targetHours: 24 },
  review: { label: 'A review that waits for approval', targetHours: 48 },
  evidence: { label: 'Proof of purchase', targetHours: 120 },
} as const satisfies Record<string, { label: string; targetHours: number }>
/** Retention of decided reports, in days. */
export const REPORT_RETENTION_DAYS = 730
/** Longest restriction, in days. */
export const RESTRICTION_DAYS_MAX = 365
