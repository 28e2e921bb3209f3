/** Notices and mail preferences of a member. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { ALL_KINDS, NOTICE_TIMINGS } from './notice-kind.policy.ts'

export const Notice = z.object({
  id: z.number(),
  kind: z.enum(ALL_KINDS),
  /** A topic's title for replies, a sentence otherwise. */
  title: z.string(),
  /** Path of the page that it links to. */
  path: z.string(),
  /** Number of replies. */
  items: z.number(),
  /** The member who caused the latest item; null: the site or a closed account. */
  actor: z.string().nullable(),
  at: z.string(),
  readAt: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

const Timing = z.enum(NOTICE_TIMINGS)
export const NoticePreferences = z.object({ reply: Timing, answer: Timing, moderation: Timing })
export type NoticePreferences = z.infer<typeof NoticePreferences>
const Unsubscription = z.object({ kind: z.string(), label: z.string(), isLeft: z.boolean() })

const member = { access: 'member' } as const
export const listNoticesEndpoint = endpoint('GET /api/me/notices', {
  ...member,
  summary: 'List the member’s notices, newest first.',
  query: Paging,
  response: z.array(Notice),
  list: true,
})
/** Without `ids` and `about` all notices are marked. */
export const readNoticesEndpoint = endpoint('POST /api/me/notices/read', {
  ...member,
  summary: 'Mark notices as read, by id or subject, or all. Returns the number of unread notices.',
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
  isQuotaExempt: true,
})
export const getPreferencesEndpoint = endpoint('GET /api/me/notice-preferences', {
  ...member,
  summary: 'Get the member’s mail preferences for notices.',
  response: NoticePreferences,
})
export const changePreferencesEndpoint = endpoint('PATCH /api/me/notice-preferences', {
  ...member,
  summary: 'Set when the member gets mails: at once, once a day or never.',
  body: NoticePreferences.partial(),
  response: NoticePreferences,
  isQuotaExempt: true,
})
const byKey = { params: z.object({ key: z.string().max(100) }), isPrivate: true, response: Unsubscription } as const
export const getUnsubscribeEndpoint = endpoint('GET /api/notice-leave/:key', {
  ...byKey,
  summary: 'Get what an unsubscribe link turns off.',
})
export const unsubscribeFromNoticesEndpoint = endpoint('POST /api/notice-leave/:key', {
  ...byKey,
  summary: 'Turn off mails of a kind with the key of an unsubscribe link.',
  status: 200,
  rateLimit: { max: 60, minutes: 10 },
  isQuotaExempt: true,
})
