import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './user-admin.contract.ts'
import type { UserListQuery } from './user.contract.ts'

export type { AdminUser, NewUser, UserChange } from './user-admin.contract.ts'
export type UserListInput = input<typeof UserListQuery>

/** Queries the public member list; administrators get more fields and may filter. */
export const usersQuery = (query: UserListInput) => apiQuery('GET /api/users', { query })
export const createUser = (body: input<typeof contract.NewUser>) => api('POST /api/users', { body })
export const changeUser = (id: number, body: contract.UserChange) => api('PATCH /api/users/:id', { params: { id }, body })
export const deleteUser = (id: number) => api('DELETE /api/users/:id', { params: { id } })
export const sendPasswordLink = (id: number) => api('POST /api/users/:id/password-link', { params: { id } })
export const removeSecondFactor = (id: number) => api('DELETE /api/users/:id/second-factor', { params: { id } })
export const loadNewUser = async () => (await import('./user-admin.contract.ts')).NewUser
export const loadUserChange = async () => (await import('./user-admin.contract.ts')).UserChange
