/** Kinds of notices and their mail timing. On the site all notices are shown. */
export const NOTICE_TIMINGS = ['now', 'daily', 'off'] as const
export type NoticeTiming = (typeof NOTICE_TIMINGS)[number]

/** The kinds that have a mail preference. `security` has none: it is always mailed at once. */
export const NOTICE_KINDS = {
  reply: { label: 'Replies in topics you watch', defaultTiming: 'now' },
  answer: { label: 'Replies to your reviews and enquiries', defaultTiming: 'now' },
  moderation: { label: 'Moderation of your posts', defaultTiming: 'now' },
} as const satisfies Record<string, { label: string; defaultTiming: NoticeTiming }>

export type ConfigurableKind = keyof typeof NOTICE_KINDS
export const CONFIGURABLE_KINDS = ['reply', 'answer', 'moderation'] as const satisfies readonly ConfigurableKind[]
export const ALL_KINDS = [...CONFIGURABLE_KINDS, 'security'] as const
export type NoticeKind = (typeof ALL_KINDS)[number]

/** Mails to one member per day; further notices go into the digest. */
export const MAX_MAILS_PER_DAY = 30
/** Delay before mailing; a reply that is deleted or read on the site meanwhile is not mailed. */
export const MAIL_DELAY_MS = 5 * 60_000
/** Hour of the daily digest, UTC. */
export const DIGEST_HOUR = 7
export const NOTICE_RETENTION_DAYS = 180

export interface NewNotice {
  userId: number
  kind: NoticeKind
  /** `topic:12`: a new notice is merged into an unread one about the same subject. */
  about: string
  /** A topic's title for replies, a sentence otherwise. */
  title: string
  path: string
  /** `originForMail(ctx)` of the request that caused it. */
  origin: string
  /** The member who caused it and is not notified; null: the site. */
  actorId: number | null
  /** Ids of the first and last item, such as replies, so that single items can be retracted. */
  firstItem: number
  lastItem: number
  items: number
  /** A separate mail has been sent already. */
  isMailed?: boolean
}
