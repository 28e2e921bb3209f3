/** Declares the API of user administration. */
import { z } from '#platform/contract/zod.ts'
import { AvatarUrl, DisplayName, Email, NewPassword, Username } from './user-fields.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { ListedUser } from './user.contract.ts'

/** `ListedUser` with all the fields that only administrators get. */
export const AdminUser = ListedUser.required()
export type AdminUser = z.infer<typeof AdminUser>

export const NewUser = z.object({
  username: Username,
  password: NewPassword,
  email: Email,
  displayName: DisplayName.optional(),
  avatarUrl: AvatarUrl.optional(),
  isAdmin: z.boolean().default(false),
})
export type NewUser = z.infer<typeof NewUser>
export const createUserEndpoint = endpoint('POST /api/users', {
  summary: 'Create an account.',
  body: NewUser,
  response: AdminUser,
  extraStatuses: [409],
  access: 'admin',
})
/**
 * Change to an account; absent fields stay unchanged. The last administrator cannot be demoted, restricted or closed: 409 `user.last_admin`.
 * Administrators change their own email under /api/me, with the password: 403 `user.own_email`.
 */
export const UserChange = z.object({
  username: Username.optional(),
  displayName: DisplayName.optional(),
  avatarUrl: AvatarUrl.optional(),
  email: Email.optional(),
  isAdmin: z.boolean().optional(),
  isRestricted: z.boolean().optional(),
})
export type UserChange = z.infer<typeof UserChange>
export const changeUserEndpoint = endpoint('PATCH /api/users/:id', {
  summary: 'Change the role, restriction, names, picture or email of a member.',
  params: z.object({ id: Id }),
  body: UserChange,
  response: AdminUser,
  extraStatuses: [409],
  access: 'admin',
})
export const deleteUserEndpoint = endpoint('DELETE /api/users/:id', {
  summary: 'Close an account. What was posted stays, under the name "Deleted member".',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
  extraStatuses: [409],
  access: 'admin',
})
const DoneSchema = z.object({ ok: z.literal(true) })
export const sendPasswordLinkEndpoint = endpoint('POST /api/users/:id/password-link', {
  summary: 'Email a password reset link to a member.',
  params: z.object({ id: Id }),
  response: DoneSchema,
  extraStatuses: [409, 429],
  status: 200,
  access: 'admin',
})
export const removeSecondFactorEndpoint = endpoint('DELETE /api/users/:id/second-factor', {
  summary: 'Switch off the second factor of a member who has lost it.',
  params: z.object({ id: Id }),
  response: DoneSchema,
  extraStatuses: [409],
  access: 'admin',
})
