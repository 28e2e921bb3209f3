/** One home that a member keeps to fill the tools with. Nobody else ever sees it. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { toRecord } from '#platform/client/typed-entries.client.ts'
import { HOME_FIELDS } from './own-home.policy.ts'
import { OWN_HOME_ANSWER_MAX } from './own-home-limits.policy.ts'

const answer = singleLine().max(OWN_HOME_ANSWER_MAX, `At most ${OWN_HOME_ANSWER_MAX} characters`)
/** What is left out or empty is not kept. */
export const OwnHomeForm = z.object(toRecord(HOME_FIELDS, () => answer)).partial()
export const KeptHome = z.object({ home: OwnHomeForm, changedAt: z.string().nullable() })
export type KeptHome = z.infer<typeof KeptHome>

const own = { access: 'member', feature: 'tools' } as const
export const getOwnHomeEndpoint = endpoint('GET /api/me/home', {
  ...own,
  summary: 'The member’s own home, as it fills the tools.',
  response: KeptHome,
})
export const saveOwnHomeEndpoint = endpoint('POST /api/me/home', {
  ...own,
  summary: 'Keep one’s own home, in place of what was kept. Of a postcode the first half alone is stored.',
  body: OwnHomeForm,
  response: KeptHome,
  status: 200,
  needsNoRoom: true,
})
export const eraseOwnHomeEndpoint = endpoint('DELETE /api/me/home', { ...own, summary: 'Forget one’s own home.', response: KeptHome })
export const ExportedHome = KeptHome
