/** Who may launch copies, and how many. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { formatCount } from '#wording/counts.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { LAUNCHERS } from './deployment.contract.ts'

export const MAX_COPIES = 10_000
export const LaunchSettingsForm = z.object({
  launching: z.enum(LAUNCHERS),
  mostCopies: z.coerce
    .number('Please enter a number')
    .int('Please enter a whole number')
    .min(0, 'Please enter a number from 0')
    .max(MAX_COPIES, `At most ${formatCount(MAX_COPIES, ADMIN_NOUNS.copy)}`),
})
export type LaunchSettingsForm = z.infer<typeof LaunchSettingsForm>
/** `copies`: how many there are. `isQuestionOpen`: the site is public, everybody may launch, and nobody has said that this is wanted. */
export const LaunchSettings = LaunchSettingsForm.extend({ copies: z.number(), isQuestionOpen: z.boolean() })
export type LaunchSettings = z.infer<typeof LaunchSettings>
export const getLaunchSettingsEndpoint = endpoint('GET /api/admin/launching', {
  summary: 'Who may launch a copy, and how many there may be.',
  response: LaunchSettings,
  access: 'admin',
})
export const changeLaunchSettingsEndpoint = endpoint('PATCH /api/admin/launching', {
  summary: 'Set who may launch a copy, and how many there may be; only what is sent changes.',
  body: LaunchSettingsForm.partial(),
  response: LaunchSettings,
  access: 'admin',
})
export const answerLaunchQuestionEndpoint = endpoint('POST /api/admin/launching/answer', {
  summary: 'Say once whether everybody may launch copies of a public site: leave it open, or close it.',
  body: z.object({ answer: z.enum(['open', 'closed']) }),
  response: LaunchSettings,
  status: 200,
  extraStatuses: [409],
  access: 'admin',
})
