import {
  changeUserEndpoint,
  createUserEndpoint,
  deleteUserEndpoint,
  removeSecondFactorEndpoint,
  sendPasswordLinkEndpoint,
} from '#features/users/user-admin.contract.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { changeUser, createUser, deleteUser, sendUserPasswordLink, resetUserSecondFactor } from './user-admin.service.ts'

export const userAdminRoutes = (features: AllFeatures): Route[] => [
  route(createUserEndpoint, (ctx, { body }) => createUser(ctx, body)),
  route(changeUserEndpoint, (ctx, { params, body }) => changeUser(ctx, params.id, body)),
  route(deleteUserEndpoint, (ctx, { params }) => deleteUser(ctx, params.id, features)),
  route(sendPasswordLinkEndpoint, (ctx, { params }) => sendUserPasswordLink(ctx, params.id)),
  route(removeSecondFactorEndpoint, (ctx, { params }) => resetUserSecondFactor(ctx, params.id)),
]
