import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { createExportEndpoint } from '#features/accounts/profile/personal-data/account-export.contract.ts'
import * as contract from './account.contract.ts'
import * as account from './account.service.ts'
import { deleteAccount } from '#features/accounts/profile/personal-data/account-closure.service.ts'
import { describeEmailLinkEndpoint, uploadAvatarEndpoint } from '#features/accounts/profile/profile.contract.ts'
import { uploadAvatar } from '#features/accounts/profile/avatars/avatar.service.ts'
import { resendConfirmation } from '#features/accounts/profile/email/email-confirmation.service.ts'
import { describeEmailLink, followEmailLink } from '#features/accounts/profile/email/email-link.service.ts'
import { retryEmailEndpoint } from '#features/accounts/profile/email/mail-problem.contract.ts'
import { retryEmail } from '#features/accounts/profile/email/mail-problem.service.ts'
import { exportAccount } from '#features/accounts/profile/personal-data/export.service.ts'
import * as passwords from '#features/accounts/passwords/password-change.service.ts'
import * as secondFactor from '#features/accounts/second-factor/second-factor.service.ts'
import { adminLogin, signIn, signOut } from '#features/accounts/sign-in/sign-in.service.ts'
import { signUp } from '#features/accounts/sign-in/sign-up.service.ts'

export const accountRoutes = (features: AllFeatures): Route[] => [
  route(contract.getSessionEndpoint, (ctx) => account.getSession(ctx)),
  route(contract.adminSessionEndpoint, (ctx) => account.getSession(ctx)),
  route(contract.signUpEndpoint, (ctx, { body }) => signUp(ctx, body)),
  route(contract.signInEndpoint, (ctx, { body }) => signIn(ctx, body)),
  route(contract.adminLoginEndpoint, (ctx, { body }) => adminLogin(ctx, body)),
  route(contract.signOutEndpoint, (ctx) => signOut(ctx)),
  route(contract.forgotPasswordEndpoint, (ctx, { body }) => passwords.forgotPassword(ctx, body.email)),
  route(contract.resetPasswordEndpoint, (ctx, { body }) => passwords.resetPassword(ctx, body)),
  route(contract.getAccountEndpoint, (ctx) => account.getAccount(ctx)),
  route(contract.changeAccountEndpoint, (ctx, { body }) => account.changeAccount(ctx, body)),
  route(uploadAvatarEndpoint, (ctx, { body }) => uploadAvatar(ctx, body as Buffer)),
  route(describeEmailLinkEndpoint, (ctx, { body }) => describeEmailLink(ctx, body.token)),
  route(contract.confirmEmailEndpoint, (ctx, { body }) => followEmailLink(ctx, body)),
  route(contract.resendConfirmationEndpoint, (ctx) => resendConfirmation(ctx)),
  route(retryEmailEndpoint, (ctx) => retryEmail(ctx)),
  route(contract.changePasswordEndpoint, (ctx, { body }) => passwords.changePassword(ctx, body)),
  route(contract.listSessionsEndpoint, async (ctx) => unpagedList(await account.listSessions(ctx))),
  route(contract.endSessionEndpoint, (ctx, { params }) => account.endSession(ctx, params.id)),
  route(contract.signOutEverywhereEndpoint, (ctx) => account.signOutEverywhere(ctx)),
  route(createExportEndpoint(features), (ctx) => exportAccount(ctx, features)),
  route(contract.deleteAccountEndpoint, (ctx, { body }) => deleteAccount(ctx, body.password, features)),
  route(contract.startSecondFactorEndpoint, (ctx, { body }) => secondFactor.startSecondFactor(ctx, body.password)),
  route(contract.confirmSecondFactorEndpoint, (ctx, { body }) => secondFactor.confirmSecondFactor(ctx, body.code)),
  route(contract.stopSecondFactorEndpoint, (ctx, { body }) => secondFactor.stopSecondFactor(ctx, body.password)),
]
