/** Kinds of notices, and when they are mailed. The site shows the notices of every kind, whatever their timing. */
export const NOTICE_TIMINGS = ['now', 'daily', 'off'] as const
export type NoticeTiming = (typeof NOTICE_TIMINGS)[number]

/** Timings of the mail with what is new in the member’s interests. */
export const DIGEST_TIMINGS = ['off', 'weekly'] as const
export type DigestTiming = (typeof DIGEST_TIMINGS)[number]

/** Kinds with a mail preference. `security` and `duty` have none, because a separate mail about them is always sent at once. */
export const NOTICE_KINDS = {
  reply: { label: 'Replies in topics you watch', defaultTiming: 'now' },
  answer: { label: 'Replies to your reviews and enquiries', defaultTiming: 'now' },
  mention: { label: 'Mentions of you', defaultTiming: 'now' },
  followup: { label: 'Questions about products you reviewed', defaultTiming: 'now' },
  moderation: { label: 'Moderation of your posts', defaultTiming: 'now' },
  watch: { label: 'New topics, reviews and prices that you watch', defaultTiming: 'daily' },
} as const satisfies Record<string, { label: string; defaultTiming: NoticeTiming }>

export type ConfigurableKind = keyof typeof NOTICE_KINDS
export const CONFIGURABLE_KINDS = [
  'reply',
  'answer',
  'mention',
  'followup',
  'moderation',
  'watch',
] as const satisfies readonly ConfigurableKind[]
export const ALL_KINDS = [...CONFIGURABLE_KINDS, 'security', 'duty'] as const
export type NoticeKind = (typeof ALL_KINDS)[number]
export const isConfigurable = (kind: NoticeKind): kind is ConfigurableKind => kind in NOTICE_KINDS

/** Maximum number of mails to one member per day (UTC); further notices go into the digest. */
export const MAX_MAILS_PER_DAY = 30
/** Delay between a notice and its mail. A reply that is deleted or read on the site during this time is not mailed. */
export const MAIL_DELAY_MS = 5 * 60_000
/** Hour of the day (UTC) at which digests are sent, the weekly one on Mondays. */
export const DIGEST_HOUR = 7
export const NOTICE_RETENTION_DAYS = 180

export interface NewNotice {
  userId: number
  kind: NoticeKind
  /** Key of the subject, such as `topic:12`. A new notice is merged into an unread one of the same kind and subject. */
  about: string
  /** Title of the topic for the kind `reply`, a sentence for other kinds. */
  title: string
  path: string
  /** Result of `originForMail(ctx)` in the request that caused the notice. */
  origin: string
  /** Id of the member who caused the notice and does not get it; null if the site or a guest caused it. */
  actorId: number | null
  /** Ids of the first and the last item, such as replies, so that single items can be retracted; 0 for notices without items. */
  firstItem: number
  lastItem: number
  /** Number of items that the notice adds. */
  items: number
  /** Whether a separate mail has been sent already. */
  isMailed?: boolean
  /** Whether the subject, such as the topic or product, is demo content. */
  isDemo?: boolean
}

/** Returns the time, in ISO 8601, of the next weekly digest: the first Monday at `DIGEST_HOUR` after `now`. */
export function findNextDigestAt(now: Date): string {
  const at = new Date(now)
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  at.setUTCDate(at.getUTCDate() + ((8 - at.getUTCDay()) % 7))
  if (at <= now) at.setUTCDate(at.getUTCDate() + 7)
  return at.toISOString()
}
