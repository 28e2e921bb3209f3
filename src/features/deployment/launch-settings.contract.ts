/** Endpoints for the launch settings: who may launch sites, and how many. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { formatCount } from '#wording/counts.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { LAUNCHERS } from './deployment.contract.ts'

export const MAX_LAUNCHED_SITES = 10_000
export const LaunchSettingsForm = z.object({
  launching: z.enum(LAUNCHERS),
  mostCopies: z.coerce
    .number('Please enter a number')
    .int('Please enter a whole number')
    .min(0, 'Please enter a number from 0')
    .max(MAX_LAUNCHED_SITES, `At most ${formatCount(MAX_LAUNCHED_SITES, ADMIN_NOUNS.copy)}`),
})
export type LaunchSettingsForm = z.infer<typeof LaunchSettingsForm>
/** `copies` is the number of tenant sites. `isQuestionOpen` is true while everyone may launch and no administrator has confirmed it. */
export const LaunchSettings = LaunchSettingsForm.extend({ copies: z.number(), isQuestionOpen: z.boolean() })
export type LaunchSettings = z.infer<typeof LaunchSettings>
export const getLaunchSettingsEndpoint = endpoint('GET /api/admin/launching', {
  summary: 'Get who may launch sites, and the maximum number of sites.',
  response: LaunchSettings,
  access: 'admin',
})
export const changeLaunchSettingsEndpoint = endpoint('PATCH /api/admin/launching', {
  summary: 'Change who may launch sites, and the maximum number of sites; omitted settings stay.',
  body: LaunchSettingsForm.partial(),
  response: LaunchSettings,
  access: 'admin',
})
export const answerLaunchQuestionEndpoint = endpoint('POST /api/admin/launching/answer', {
  summary: 'Answer once whether launching stays open to everyone on a public site, or is closed.',
  body: z.object({ answer: z.enum(['open', 'closed']) }),
  response: LaunchSettings,
  status: 200,
  extraStatuses: [409],
  access: 'admin',
})
