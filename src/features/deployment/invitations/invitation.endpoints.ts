/** Method and path of each call, and the limits of what is sent, without zod: the contract and the browser both read them here. */
const INVITATIONS = '/api/admin/launching/invitations'
export const listInvitationsCall = { method: 'GET', path: INVITATIONS } as const
export const createInvitationCall = { method: 'POST', path: INVITATIONS } as const
export const revokeInvitationCall = { method: 'DELETE', path: `${INVITATIONS}/:id` } as const
export const checkInvitationCall = { method: 'POST', path: '/api/launching/invitation' } as const

export const INVITATION_NOTE_MAX = 100
export const INVITATION_MAX_USES = 100
export const INVITATION_MAX_DAYS = 90
export const INVITATION_DEFAULT_DAYS = 14
