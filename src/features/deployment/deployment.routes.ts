import { door } from '#platform/door.ts'
import { claimEndpoint, getClaimEndpoint } from './claim.contract.ts'
import { claimSite, getClaim } from './claim.service.ts'
import {
  changeLaunchingEndpoint,
  deleteCopyEndpoint,
  getLaunchingEndpoint,
  listCopiesEndpoint,
  resumeCopyEndpoint,
  suspendCopyEndpoint,
} from './copies.contract.ts'
import { changeLaunching, deleteCopy, getLaunching, listCopies, resumeCopy, suspendCopy } from './copies.service.ts'
import { getDeploymentEndpoint, getKitEndpoint, getLaunchRulesEndpoint, launchEndpoint } from './deployment.contract.ts'
import { getDeployment, getLaunchRules, launch } from './deployment.service.ts'
import { downloadKit } from './kit.service.ts'

export const deploymentRoutes = [
  door(launchEndpoint, (ctx, { body }) => launch(ctx, body)),
  door(getDeploymentEndpoint, (ctx, { params, query }) => getDeployment(ctx, params.id, query.token)),
  door(getKitEndpoint, (ctx, { params, query }) => downloadKit(ctx, params.id, query.token)),
  door(getLaunchRulesEndpoint, (ctx) => getLaunchRules(ctx)),
  door(getClaimEndpoint, (ctx) => getClaim(ctx)),
  door(listCopiesEndpoint, (ctx, { query }) => listCopies(ctx, query)),
  door(suspendCopyEndpoint, (ctx, { params }) => suspendCopy(ctx, params.id)),
  door(resumeCopyEndpoint, (ctx, { params }) => resumeCopy(ctx, params.id)),
  door(deleteCopyEndpoint, (ctx, { params, body }) => deleteCopy(ctx, params.id, body.name)),
  door(getLaunchingEndpoint, (ctx) => getLaunching(ctx)),
  door(changeLaunchingEndpoint, (ctx, { body }) => changeLaunching(ctx, body)),
  door(claimEndpoint, (ctx, { body }) => claimSite(ctx, body)),
]
