/** Members as an administrator sees and changes them. */
import { z } from '#platform/contract/zod.ts'
import { AvatarUrl, DisplayName, Email, NewPassword, Username } from './user-fields.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { ListedUser } from './user.contract.ts'

/** What only an administrator is told. */
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
  summary: 'Make an account for somebody.',
  body: NewUser,
  response: AdminUser,
  extraStatuses: [409],
  access: 'admin',
})
/**
 * Only what is given changes. Nobody can take the last administrator's role, restrict them or close their account: 409
 * `user.last_admin`. One's own email address is changed with the password, under /api/me: 403 `user.own_email`.
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
  summary: 'Change a member: role, restriction, names, picture, email.',
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
const Done = z.object({ ok: z.literal(true) })
export const sendPasswordLinkEndpoint = endpoint('POST /api/users/:id/password-link', {
  summary: 'Send a member a mail with a link to set a new password.',
  params: z.object({ id: Id }),
  response: Done,
  extraStatuses: [409, 429],
  status: 200,
  access: 'admin',
})
export const removeSecondFactorEndpoint = endpoint('DELETE /api/users/:id/second-factor', {
  summary: 'Switch the one-time codes of a member off who has lost them.',
  params: z.object({ id: Id }),
  response: Done,
  extraStatuses: [409],
  access: 'admin',
})
