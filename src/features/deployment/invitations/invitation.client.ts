import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { InvitationForm } from './invitation.contract.ts'

export type { CreatedInvitation, Invitation, InvitationForm } from './invitation.contract.ts'
export const invitationsQuery = (query: CallInput<'GET /api/admin/launching/invitations'>['query'] = {}) =>
  apiQuery('GET /api/admin/launching/invitations', { query })
export const createInvitation = (body: InvitationForm) => api('POST /api/admin/launching/invitations', { body })
export const revokeInvitation = (id: number) => api('DELETE /api/admin/launching/invitations/:id', { params: { id } })
export const checkInvitation = (token: string) => api('POST /api/launching/invitation', { body: { token } })
