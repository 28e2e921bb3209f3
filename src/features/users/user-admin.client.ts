import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './user-admin.contract.ts'
import type { listUsersEndpoint, UserListQuery } from './user.contract.ts'
import { changeUserCall, createUserCall, deleteUserCall, removeSecondFactorCall, sendPasswordLinkCall } from './user-admin.endpoints.ts'
import { listUsersCall } from './user.endpoints.ts'

export type { AdminUser, NewUser, UserChange } from './user-admin.contract.ts'
export type UserListInput = input<typeof UserListQuery>

/** An administrator's list: the same call as everybody's, answered with more. */
export const usersQuery = (query: UserListInput) => apiQuery<typeof listUsersEndpoint>(listUsersCall, { query })
export const createUser = (body: input<typeof contract.NewUser>) =>
  sendRequest<typeof contract.createUserEndpoint>(createUserCall, { body })
export const changeUser = (id: number, body: contract.UserChange) =>
  sendRequest<typeof contract.changeUserEndpoint>(changeUserCall, { params: { id }, body })
export const deleteUser = (id: number) => sendRequest<typeof contract.deleteUserEndpoint>(deleteUserCall, { params: { id } })
export const sendPasswordLink = (id: number) =>
  sendRequest<typeof contract.sendPasswordLinkEndpoint>(sendPasswordLinkCall, { params: { id } })
export const removeSecondFactor = (id: number) =>
  sendRequest<typeof contract.removeSecondFactorEndpoint>(removeSecondFactorCall, { params: { id } })
export const loadNewUser = async () => (await import('./user-admin.contract.ts')).NewUser
export const loadUserChange = async () => (await import('./user-admin.contract.ts')).UserChange
