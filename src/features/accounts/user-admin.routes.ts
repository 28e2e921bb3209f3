import {
  changeUserEndpoint,
  createUserEndpoint,
  deleteUserEndpoint,
  removeSecondFactorEndpoint,
  sendPasswordLinkEndpoint,
} from '#features/users/user-admin.contract.ts'
import { door } from '#platform/door.ts'
import { changeUser, createUser, deleteUser, helpWithPassword, helpWithSecondFactor } from './user-admin.service.ts'

export const userAdminRoutes = [
  door(createUserEndpoint, (ctx, { body }) => createUser(ctx, body)),
  door(changeUserEndpoint, (ctx, { params, body }) => changeUser(ctx, params.id, body)),
  door(deleteUserEndpoint, (ctx, { params }) => deleteUser(ctx, params.id)),
  door(sendPasswordLinkEndpoint, (ctx, { params }) => helpWithPassword(ctx, params.id)),
  door(removeSecondFactorEndpoint, (ctx, { params }) => helpWithSecondFactor(ctx, params.id)),
]
