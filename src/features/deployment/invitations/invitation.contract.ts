/** Endpoints for invitations: links with which callers may launch sites who otherwise may not. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { INVITATION_DEFAULT_DAYS, INVITATION_MAX_DAYS, INVITATION_MAX_USES, INVITATION_NOTE_MAX } from './invitation-limits.policy.ts'

/** Token of an invitation link, with 256 random bits. */
export const InvitationToken = z.string().regex(/^[\w-]{43}$/, 'This invitation link is not complete')

export const Invitation = z.object({
  id: z.number(),
  note: z.string(),
  maxUses: z.number(),
  uses: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
})
export type Invitation = z.infer<typeof Invitation>
/** `link` is returned only here, because its token is stored as a hash. */
export const CreatedInvitation = Invitation.extend({ link: z.string() })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

const wholeNumber = z.coerce.number('Please enter a number').int('Please enter a whole number').min(1, 'At least 1')
export const InvitationForm = z.object({
  note: singleLine().max(INVITATION_NOTE_MAX, `At most ${INVITATION_NOTE_MAX} characters`).default(''),
  maxUses: wholeNumber.max(INVITATION_MAX_USES, `At most ${INVITATION_MAX_USES}`).default(1),
  days: wholeNumber.max(INVITATION_MAX_DAYS, `At most ${INVITATION_MAX_DAYS} days`).default(INVITATION_DEFAULT_DAYS),
})
export type InvitationForm = z.infer<typeof InvitationForm>

const admin = { access: 'admin' } as const
export const listInvitationsEndpoint = endpoint('GET /api/admin/launching/invitations', {
  ...admin,
  summary: 'List the invitations to launch a site, newest first.',
  query: Paging,
  response: z.array(Invitation),
  list: true,
})
export const createInvitationEndpoint = endpoint('POST /api/admin/launching/invitations', {
  ...admin,
  summary: 'Create an invitation to launch a site. Only this response contains the link.',
  body: InvitationForm,
  response: CreatedInvitation,
  extraStatuses: [409],
})
export const revokeInvitationEndpoint = endpoint('DELETE /api/admin/launching/invitations/:id', {
  ...admin,
  summary: 'Revoke an invitation. Sites that were launched with it stay.',
  params: z.object({ id: Id }),
  response: Invitation,
  extraStatuses: [409],
})
export const checkInvitationEndpoint = endpoint('POST /api/launching/invitation', {
  summary: 'Check whether an invitation can be used.',
  body: z.object({ token: InvitationToken }),
  response: z.object({ isValid: z.boolean() }),
  status: 200,
  hasNoEffectOnReads: true,
  rateLimit: { max: 30, minutes: 10 },
})
