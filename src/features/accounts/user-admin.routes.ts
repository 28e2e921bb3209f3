import { changeUserEndpoint, createUserEndpoint, deleteUserEndpoint } from '#features/users/user-admin.contract.ts'
import { door } from '#platform/door.ts'
import { changeUser, createUser, deleteUser } from './user-admin.service.ts'

export const userAdminRoutes = [
  door(createUserEndpoint, (ctx, { body }) => createUser(ctx, body)),
  door(changeUserEndpoint, (ctx, { params, body }) => changeUser(ctx, params.id, body)),
  door(deleteUserEndpoint, (ctx, { params }) => deleteUser(ctx, params.id)),
]
