/** Endpoints for claiming a tenant site, which creates its first administrator. */
import { z } from '#platform/contract/zod.ts'
import { Session } from '#features/accounts/account.contract.ts'
import { Email, NewPassword, Username } from '#features/users/user-fields.contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

/** An `open` site can be claimed until `until`. A `closed` one has an administrator, or is not a tenant site. */
export const ClaimState = z.object({ state: z.enum(['open', 'closed']), until: z.string().nullable() })
export type ClaimState = z.infer<typeof ClaimState>
export const getClaimEndpoint = endpoint('GET /api/claim', {
  summary: 'Get whether this site waits for its first administrator.',
  response: ClaimState,
})
export const ClaimForm = z.object({ token: z.string().min(20).max(100), username: Username, email: Email, password: NewPassword })
export type ClaimForm = z.infer<typeof ClaimForm>
export const claimEndpoint = endpoint('POST /api/claim', {
  summary: 'Become the first administrator with the one-time link, and sign in.',
  isQuotaExempt: true,
  body: ClaimForm,
  response: Session,
  extraStatuses: [409],
  rateLimit: { max: 20, minutes: 60 },
})
