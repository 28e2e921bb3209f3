/** Contract of muted members. Only the member who has muted another can see it. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody } from '#platform/contract/endpoint.ts'

export const MutedMember = z.object({
  userId: z.number(),
  username: z.string(),
  avatarUrl: z.string().nullable(),
  mutedAt: z.string(),
})
export type MutedMember = z.infer<typeof MutedMember>

const MuteForm = z.object({ userId: idInBody() })
const MuteState = z.object({ userId: z.number(), isMuted: z.boolean() })
const memberOptions = { access: 'member', feature: 'userAccounts' } as const

export const listMutesEndpoint = endpoint('GET /api/me/mutes', {
  ...memberOptions,
  summary: 'List the members that you have muted, newest first.',
  response: z.array(MutedMember),
  list: true,
})
export const muteEndpoint = endpoint('POST /api/me/mutes', {
  ...memberOptions,
  summary: 'Mute a member: their posts are collapsed for you, and you get no notices about them.',
  body: MuteForm,
  response: MuteState,
  status: 200,
  extraStatuses: [409],
  rateLimit: { max: 120, minutes: 10 },
})
export const unmuteEndpoint = endpoint('DELETE /api/me/mutes', {
  ...memberOptions,
  summary: 'Unmute a member.',
  body: MuteForm,
  response: MuteState,
  rateLimit: { max: 120, minutes: 10 },
})

/** Shape of a mute in the personal-data export. */
export const ExportedMute = z.object({ userId: z.number(), createdAt: z.string() })
