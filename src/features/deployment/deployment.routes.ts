import { route } from '#platform/contract/route.ts'
import { claimEndpoint, getClaimEndpoint } from './claims/claim.contract.ts'
import { claimSite, getClaim } from './claims/claim.service.ts'
import {
  changeCopyNewsletterEndpoint,
  changeCopyQuotasEndpoint,
  deleteCopyEndpoint,
  listCopiesEndpoint,
  resumeCopyEndpoint,
  suspendCopyEndpoint,
} from './copies/copies.contract.ts'
import { answerLaunchQuestionEndpoint, changeLaunchSettingsEndpoint, getLaunchSettingsEndpoint } from './launch-settings.contract.ts'
import {
  answerLaunchQuestion,
  changeCopyQuotas,
  changeLaunchSettings,
  deleteCopy,
  getLaunchSettings,
  listCopies,
  resumeCopy,
  suspendCopy,
} from './copies/copies.service.ts'
import { getDeploymentEndpoint, getKitEndpoint, getLaunchRulesEndpoint, launchEndpoint } from './deployment.contract.ts'
import { getDeployment, getLaunchRules, launchSite } from './deployment.service.ts'
import { checkCopyDomainEndpoint, checkDomainEndpoint, getDomainEndpoint } from './domain-proof/domain-proof.contract.ts'
import { checkCopyDomain, checkOwnDomain, getOwnDomain } from './domain-proof/domain-proof.service.ts'
import {
  checkInvitationEndpoint,
  createInvitationEndpoint,
  listInvitationsEndpoint,
  revokeInvitationEndpoint,
} from './invitations/invitation.contract.ts'
import { checkInvitation, createInvitation, listInvitations, revokeInvitation } from './invitations/invitation.service.ts'
import { changeCopyNewsletter } from './copies/copy-newsletter.service.ts'
import { downloadKit } from './kit/kit.service.ts'

export const deploymentRoutes = [
  route(launchEndpoint, (ctx, { body: { invitation, ...config } }) => launchSite(ctx, config, invitation)),
  route(getDeploymentEndpoint, (ctx, { params, query }) => getDeployment(ctx, params.id, query.token)),
  route(getKitEndpoint, (ctx, { params, query }) => downloadKit(ctx, params.id, query.token)),
  route(getLaunchRulesEndpoint, (ctx) => getLaunchRules(ctx)),
  route(getClaimEndpoint, (ctx) => getClaim(ctx)),
  route(listCopiesEndpoint, (ctx, { query }) => listCopies(ctx, query)),
  route(suspendCopyEndpoint, (ctx, { params }) => suspendCopy(ctx, params.id)),
  route(resumeCopyEndpoint, (ctx, { params }) => resumeCopy(ctx, params.id)),
  route(deleteCopyEndpoint, (ctx, { params, body }) => deleteCopy(ctx, params.id, body.name)),
  route(changeCopyQuotasEndpoint, (ctx, { params, body }) => changeCopyQuotas(ctx, params.id, body)),
  route(changeCopyNewsletterEndpoint, (ctx, { params, body }) => changeCopyNewsletter(ctx, params.id, body.isAllowed)),
  route(getDomainEndpoint, (ctx) => getOwnDomain(ctx)),
  route(checkDomainEndpoint, (ctx) => checkOwnDomain(ctx)),
  route(checkCopyDomainEndpoint, (ctx, { params }) => checkCopyDomain(ctx, params.id)),
  route(getLaunchSettingsEndpoint, (ctx) => getLaunchSettings(ctx)),
  route(answerLaunchQuestionEndpoint, (ctx, { body }) => answerLaunchQuestion(ctx, body.answer)),
  route(changeLaunchSettingsEndpoint, (ctx, { body }) => changeLaunchSettings(ctx, body)),
  route(listInvitationsEndpoint, (ctx, { query }) => listInvitations(ctx, query)),
  route(createInvitationEndpoint, (ctx, { body }) => createInvitation(ctx, body)),
  route(revokeInvitationEndpoint, (ctx, { params }) => revokeInvitation(ctx, params.id)),
  route(checkInvitationEndpoint, (ctx, { body }) => checkInvitation(ctx, body.token)),
  route(claimEndpoint, (ctx, { body }) => claimSite(ctx, body)),
]
