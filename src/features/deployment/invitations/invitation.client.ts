import { apiQuery, sendRequest, type CallInput } from '#platform/client/api.client.ts'
import type {
  checkInvitationEndpoint,
  createInvitationEndpoint,
  InvitationForm,
  listInvitationsEndpoint,
  revokeInvitationEndpoint,
} from './invitation.contract.ts'
import { checkInvitationCall, createInvitationCall, listInvitationsCall, revokeInvitationCall } from './invitation.endpoints.ts'

export type { CreatedInvitation, Invitation, InvitationForm } from './invitation.contract.ts'
export const invitationsQuery = (query: CallInput<typeof listInvitationsEndpoint>['query'] = {}) =>
  apiQuery<typeof listInvitationsEndpoint>(listInvitationsCall, { query })
export const createInvitation = (body: InvitationForm) => sendRequest<typeof createInvitationEndpoint>(createInvitationCall, { body })
export const revokeInvitation = (id: number) => sendRequest<typeof revokeInvitationEndpoint>(revokeInvitationCall, { params: { id } })
export const checkInvitation = (token: string) => sendRequest<typeof checkInvitationEndpoint>(checkInvitationCall, { body: { token } })
