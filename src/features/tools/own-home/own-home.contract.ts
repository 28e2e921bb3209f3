/** Defines the API of the member's saved home, which fills the tools. Only the member can see it. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import { HOME_FIELDS } from './own-home.policy.ts'
import { MAX_HOME_ANSWER_CHARACTERS } from './own-home-limits.policy.ts'

const answer = singleLine().max(MAX_HOME_ANSWER_CHARACTERS, `At most ${MAX_HOME_ANSWER_CHARACTERS} characters`)
/** Absent and empty answers are not stored. */
export const OwnHomeForm = z.object(toRecord(HOME_FIELDS, () => answer)).partial()
export const SavedHome = z.object({ home: OwnHomeForm, changedAt: z.string().nullable() })
export type SavedHome = z.infer<typeof SavedHome>

const memberAccess = { access: 'member', feature: 'tools' } as const
export const getOwnHomeEndpoint = endpoint('GET /api/me/home', {
  ...memberAccess,
  summary: 'Get the member’s saved home.',
  response: SavedHome,
})
export const saveOwnHomeEndpoint = endpoint('POST /api/me/home', {
  ...memberAccess,
  summary: 'Save the member’s home, replacing the previous one. Only the first half of a postcode is stored.',
  body: OwnHomeForm,
  response: SavedHome,
  status: 200,
  isQuotaExempt: true,
})
export const eraseOwnHomeEndpoint = endpoint('DELETE /api/me/home', {
  ...memberAccess,
  summary: 'Delete the member’s saved home.',
  response: SavedHome,
})
export const ExportedHome = SavedHome
