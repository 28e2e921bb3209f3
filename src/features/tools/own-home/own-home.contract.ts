/** API of the member's saved home, which fills the tools. It is visible to its member only. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import { HOME_FIELDS } from './own-home.policy.ts'
import { OWN_HOME_ANSWER_MAX } from './own-home-limits.policy.ts'

const answer = singleLine().max(OWN_HOME_ANSWER_MAX, `At most ${OWN_HOME_ANSWER_MAX} characters`)
/** Absent and empty answers are not stored. */
export const OwnHomeForm = z.object(toRecord(HOME_FIELDS, () => answer)).partial()
export const SavedHome = z.object({ home: OwnHomeForm, changedAt: z.string().nullable() })
export type SavedHome = z.infer<typeof SavedHome>

const own = { access: 'member', feature: 'tools' } as const
export const getOwnHomeEndpoint = endpoint('GET /api/me/home', {
  ...own,
  summary: 'Get the member’s saved home.',
  response: SavedHome,
})
export const saveOwnHomeEndpoint = endpoint('POST /api/me/home', {
  ...own,
  summary: 'Save the member’s home, replacing the previous one. Only the first half of a postcode is stored.',
  body: OwnHomeForm,
  response: SavedHome,
  status: 200,
  isQuotaExempt: true,
})
export const eraseOwnHomeEndpoint = endpoint('DELETE /api/me/home', {
  ...own,
  summary: 'Delete the member’s saved home.',
  response: SavedHome,
})
export const ExportedHome = SavedHome
