/** What a member is told, and when they want a mail about it. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { ALL_KINDS, NOTICE_TIMINGS } from './notice-kind.policy.ts'

export const Notice = z.object({
  id: z.number(),
  kind: z.enum(ALL_KINDS),
  /** A topic's title for replies, a sentence otherwise. */
  title: z.string(),
  /** Where it leads. */
  path: z.string(),
  /** How many replies it tells of. */
  items: z.number(),
  /** Who did it last; null: the site, or a closed account. */
  actor: z.string().nullable(),
  at: z.string(),
  readAt: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

const Timing = z.enum(NOTICE_TIMINGS)
export const NoticePreferences = z.object({ reply: Timing, answer: Timing, moderation: Timing })
export type NoticePreferences = z.infer<typeof NoticePreferences>
const Leaving = z.object({ kind: z.string(), label: z.string(), isLeft: z.boolean() })

const member = { access: 'member' } as const
export const listNoticesEndpoint = endpoint('GET /api/me/notices', {
  ...member,
  summary: 'What the member was told, newest first.',
  query: Paging,
  response: z.array(Notice),
  list: true,
})
/** Both absent: all of them. */
export const readNoticesEndpoint = endpoint('POST /api/me/notices/read', {
  ...member,
  summary: 'Mark some notices as read, those about one thing, or all. Answers how many are unread.',
  body: z.object({
    ids: z.array(idInBody()).max(100).optional(),
    about: z
      .string()
      .max(60)
      .regex(/^[a-z]+:[\w:-]+$/)
      .optional(),
  }),
  response: z.object({ unread: z.number() }),
  status: 200,
  needsNoRoom: true,
})
export const getPreferencesEndpoint = endpoint('GET /api/me/notice-preferences', {
  ...member,
  summary: 'When the member wants a mail about each kind of notice.',
  response: NoticePreferences,
})
export const changePreferencesEndpoint = endpoint('PATCH /api/me/notice-preferences', {
  ...member,
  summary: 'Set when the member wants a mail: at once, once a day, or not.',
  body: NoticePreferences.partial(),
  response: NoticePreferences,
  needsNoRoom: true,
})
const byKey = { params: z.object({ key: z.string().max(100) }), isPrivate: true, response: Leaving } as const
export const getLeavingEndpoint = endpoint('GET /api/notice-leave/:key', { ...byKey, summary: 'What a link in a mail would switch off.' })
export const leaveNoticesEndpoint = endpoint('POST /api/notice-leave/:key', {
  ...byKey,
  summary: 'Switch mails of a kind off, with the key from one of them.',
  status: 200,
  rateLimit: { max: 60, minutes: 10 },
  needsNoRoom: true,
})
