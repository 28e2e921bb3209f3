import { route } from '#platform/contract/route.ts'
import { claimEndpoint, getClaimEndpoint } from './claims/claim.contract.ts'
import { claimSite, getClaim } from './claims/claim.service.ts'
import {
  changeLaunchedSiteNewsletterEndpoint,
  changeLaunchedSiteQuotasEndpoint,
  deleteLaunchedSiteEndpoint,
  listLaunchedSitesEndpoint,
  resumeLaunchedSiteEndpoint,
  suspendLaunchedSiteEndpoint,
} from './copies/copies.contract.ts'
import { answerLaunchQuestionEndpoint, changeLaunchSettingsEndpoint, getLaunchSettingsEndpoint } from './launch-settings.contract.ts'
import {
  answerLaunchQuestion,
  changeLaunchedSiteQuotas,
  changeLaunchSettings,
  deleteLaunchedSite,
  getLaunchSettings,
  listLaunchedSites,
  resumeLaunchedSite,
  suspendLaunchedSite,
} from './copies/copies.service.ts'
import { getDeploymentEndpoint, getKitEndpoint, getLaunchRulesEndpoint, launchEndpoint } from './deployment.contract.ts'
import { getDeployment, getLaunchRules, launchSite } from './deployment.service.ts'
import { checkLaunchedSiteDomainEndpoint, checkDomainEndpoint, getDomainEndpoint } from './domain-proof/domain-proof.contract.ts'
import { checkLaunchedSiteDomain, checkOwnDomain, getOwnDomain } from './domain-proof/domain-proof.service.ts'
import {
  checkInvitationEndpoint,
  createInvitationEndpoint,
  listInvitationsEndpoint,
  revokeInvitationEndpoint,
} from './invitations/invitation.contract.ts'
import { checkInvitation, createInvitation, listInvitations, revokeInvitation } from './invitations/invitation.service.ts'
import { changeLaunchedSiteNewsletter } from './copies/copy-newsletter.service.ts'
import { downloadKit } from './kit/kit.service.ts'

export const deploymentRoutes = [
  route(launchEndpoint, (ctx, { body: { invitation, ...config } }) => launchSite(ctx, config, invitation)),
  route(getDeploymentEndpoint, (ctx, { params, query }) => getDeployment(ctx, params.id, query.token)),
  route(getKitEndpoint, (ctx, { params, query }) => downloadKit(ctx, params.id, query.token)),
  route(getLaunchRulesEndpoint, (ctx) => getLaunchRules(ctx)),
  route(getClaimEndpoint, (ctx) => getClaim(ctx)),
  route(listLaunchedSitesEndpoint, (ctx, { query }) => listLaunchedSites(ctx, query)),
  route(suspendLaunchedSiteEndpoint, (ctx, { params }) => suspendLaunchedSite(ctx, params.id)),
  route(resumeLaunchedSiteEndpoint, (ctx, { params }) => resumeLaunchedSite(ctx, params.id)),
  route(deleteLaunchedSiteEndpoint, (ctx, { params, body }) => deleteLaunchedSite(ctx, params.id, body.name)),
  route(changeLaunchedSiteQuotasEndpoint, (ctx, { params, body }) => changeLaunchedSiteQuotas(ctx, params.id, body)),
  route(changeLaunchedSiteNewsletterEndpoint, (ctx, { params, body }) => changeLaunchedSiteNewsletter(ctx, params.id, body.isAllowed)),
  route(getDomainEndpoint, (ctx) => getOwnDomain(ctx)),
  route(checkDomainEndpoint, (ctx) => checkOwnDomain(ctx)),
  route(checkLaunchedSiteDomainEndpoint, (ctx, { params }) => checkLaunchedSiteDomain(ctx, params.id)),
  route(getLaunchSettingsEndpoint, (ctx) => getLaunchSettings(ctx)),
  route(answerLaunchQuestionEndpoint, (ctx, { body }) => answerLaunchQuestion(ctx, body.answer)),
  route(changeLaunchSettingsEndpoint, (ctx, { body }) => changeLaunchSettings(ctx, body)),
  route(listInvitationsEndpoint, (ctx, { query }) => listInvitations(ctx, query)),
  route(createInvitationEndpoint, (ctx, { body }) => createInvitation(ctx, body)),
  route(revokeInvitationEndpoint, (ctx, { params }) => revokeInvitation(ctx, params.id)),
  route(checkInvitationEndpoint, (ctx, { body }) => checkInvitation(ctx, body.token)),
  route(claimEndpoint, (ctx, { body }) => claimSite(ctx, body)),
]
