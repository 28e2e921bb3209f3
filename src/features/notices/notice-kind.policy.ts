/** Kinds of notices, and when a member gets a mail about them. On the site they stand in any case. */
export const NOTICE_TIMINGS = ['now', 'daily', 'off'] as const
export type NoticeTiming = (typeof NOTICE_TIMINGS)[number]

/** What a member chooses the timing of. What concerns the safety of an account is always told at once. */
export const NOTICE_KINDS = {
  reply: { label: 'Replies in topics that you watch', usual: 'now' },
  answer: { label: 'Answers to your reviews and enquiries', usual: 'now' },
  moderation: { label: 'Decisions about what you posted', usual: 'now' },
} as const satisfies Record<string, { label: string; usual: NoticeTiming }>

export type ChosenKind = keyof typeof NOTICE_KINDS
export const CHOSEN_KINDS = ['reply', 'answer', 'moderation'] as const satisfies readonly ChosenKind[]
export const ALL_KINDS = [...CHOSEN_KINDS, 'security'] as const
export type NoticeKind = (typeof ALL_KINDS)[number]

/** To one person in a day; what is beyond waits for the digest. */
export const MAX_MAILS_A_DAY = 30
/** A reply that is deleted meanwhile, or was seen on the site, is not mailed. */
export const MAIL_WAIT_MS = 5 * 60_000
/** UTC. */
export const DIGEST_HOUR = 7
export const NOTICE_RETENTION_DAYS = 180

export interface NewNotice {
  userId: number
  kind: NoticeKind
  /** `topic:12`: while one about it is unread, another adds to it. */
  about: string
  /** A topic's title for replies, a sentence otherwise. */
  title: string
  path: string
  /** `originForMail(ctx)` of the request that it came from. */
  origin: string
  /** Who did it; null: the site. They are not told of it. */
  actorId: number | null
  /** The first and last of what it tells of, where that can be taken back one by one. */
  firstItem: number
  lastItem: number
  items: number
  /** A mail of its own has gone out already. */
  isMailed?: boolean
}
