/** Contract of a member's notices and mail preferences. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { ALL_KINDS, DIGEST_TIMINGS, NOTICE_TIMINGS } from './notice-kind.policy.ts'

export const Notice = z.object({
  id: z.number(),
  kind: z.enum(ALL_KINDS),
  /** Title of the topic for the kind `reply`, a sentence for other kinds. */
  title: z.string(),
  /** Path of the page that the notice links to. */
  path: z.string(),
  /** Number of replies; 1 for other kinds. */
  items: z.number(),
  /** Name of the member who caused the latest item; null if there is no such member. */
  actor: z.string().nullable(),
  at: z.string(),
  readAt: z.string().nullable(),
  /** Whether the subject, such as the topic or product, is demo content. */
  isDemo: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

const TimingSchema = z.enum(NOTICE_TIMINGS)
export const NoticePreferences = z.object({
  reply: TimingSchema,
  answer: TimingSchema,
  mention: TimingSchema,
  followup: TimingSchema,
  moderation: TimingSchema,
  watch: TimingSchema,
  /** Mail with what is new in the member’s interests; never sent unless chosen. */
  digest: z.enum(DIGEST_TIMINGS),
})
export type NoticePreferences = z.infer<typeof NoticePreferences>
const UnsubscriptionSchema = z.object({ kind: z.string(), label: z.string(), isLeft: z.boolean() })

const memberOptions = { access: 'member' } as const
export const listNoticesEndpoint = endpoint('GET /api/me/notices', {
  ...memberOptions,
  summary: 'List the member’s notices, newest first.',
  query: Paging,
  response: z.array(Notice),
  list: true,
})
/** Marks all notices if both `ids` and `about` are missing. */
export const readNoticesEndpoint = endpoint('POST /api/me/notices/read', {
  ...memberOptions,
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
  ...memberOptions,
  summary: 'Get the member’s mail preferences for notices.',
  response: NoticePreferences,
})
export const changePreferencesEndpoint = endpoint('PATCH /api/me/notice-preferences', {
  ...memberOptions,
  summary: 'Set when the member gets mails: at once, once a day or never.',
  body: NoticePreferences.partial(),
  response: NoticePreferences,
  isQuotaExempt: true,
})
const unsubscribeOptions = { params: z.object({ key: z.string().max(100) }), isPrivate: true, response: UnsubscriptionSchema } as const
export const getUnsubscribeEndpoint = endpoint('GET /api/notice-leave/:key', {
  ...unsubscribeOptions,
  summary: 'Get what an unsubscribe link turns off.',
})
export const unsubscribeFromNoticesEndpoint = endpoint('POST /api/notice-leave/:key', {
  ...unsubscribeOptions,
  summary: 'Turn off mails of a kind with the key of an unsubscribe link.',
  status: 200,
  rateLimit: { max: 60, minutes: 10 },
  isQuotaExempt: true,
})
