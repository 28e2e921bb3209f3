import { door } from '#platform/door.ts'
import { wholeList } from '#platform/endpoint.ts'
import * as contract from './account.contract.ts'
import * as account from './account.service.ts'
import { deleteAccount } from './closing.service.ts'
import { exportAccount } from './export.service.ts'
import * as passwords from './password-change.service.ts'
import * as secondFactor from './second-factor.service.ts'
import { adminLogin, signIn, signOut } from './sign-in.service.ts'
import { signUp } from './sign-up.service.ts'

export const accountRoutes = [
  door(contract.getSessionEndpoint, (ctx) => account.getSession(ctx)),
  door(contract.adminSessionEndpoint, (ctx) => account.getSession(ctx)),
  door(contract.signUpEndpoint, (ctx, { body }) => signUp(ctx, body)),
  door(contract.signInEndpoint, (ctx, { body }) => signIn(ctx, body)),
  door(contract.adminLoginEndpoint, (ctx, { body }) => adminLogin(ctx, body)),
  door(contract.signOutEndpoint, (ctx) => signOut(ctx)),
  door(contract.forgotPasswordEndpoint, (ctx, { body }) => passwords.forgotPassword(ctx, body.email)),
  door(contract.resetPasswordEndpoint, (ctx, { body }) => passwords.resetPassword(ctx, body)),
  door(contract.getAccountEndpoint, (ctx) => account.getAccount(ctx)),
  door(contract.changeAccountEndpoint, (ctx, { body }) => account.changeAccount(ctx, body)),
  door(contract.changePasswordEndpoint, (ctx, { body }) => passwords.changePassword(ctx, body)),
  door(contract.listSessionsEndpoint, async (ctx) => wholeList(await account.listSessions(ctx))),
  door(contract.endSessionEndpoint, (ctx, { params }) => account.endSession(ctx, params.id)),
  door(contract.signOutEverywhereEndpoint, (ctx) => account.signOutEverywhere(ctx)),
  door(contract.exportAccountEndpoint, (ctx) => exportAccount(ctx)),
  door(contract.deleteAccountEndpoint, (ctx, { body }) => deleteAccount(ctx, body.password)),
  door(contract.startSecondFactorEndpoint, (ctx, { body }) => secondFactor.startSecondFactor(ctx, body.password)),
  door(contract.confirmSecondFactorEndpoint, (ctx, { body }) => secondFactor.confirmSecondFactor(ctx, body.code)),
  door(contract.stopSecondFactorEndpoint, (ctx, { body }) => secondFactor.stopSecondFactor(ctx, body.password)),
]
