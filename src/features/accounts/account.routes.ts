import { door } from '#platform/door.ts'
import * as contract from './account.contract.ts'
import { getSession } from './account.service.ts'
import { adminLogin, signIn, signOut } from './sign-in.service.ts'
import { signUp } from './sign-up.service.ts'

export const accountRoutes = [
  door(contract.getSessionEndpoint, (ctx) => getSession(ctx)),
  door(contract.adminSessionEndpoint, (ctx) => getSession(ctx)),
  door(contract.signUpEndpoint, (ctx, { body }) => signUp(ctx, body)),
  door(contract.signInEndpoint, (ctx, { body }) => signIn(ctx, body)),
  door(contract.adminLoginEndpoint, (ctx, { body }) => adminLogin(ctx, body)),
  door(contract.signOutEndpoint, (ctx) => signOut(ctx)),
]
