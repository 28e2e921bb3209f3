import { door } from '#platform/door.ts'
import { claimEndpoint, getClaimEndpoint } from './claim.contract.ts'
import { claimSite, getClaim } from './claim.service.ts'
import { getDeploymentEndpoint, launchEndpoint } from './deployment.contract.ts'
import { getDeployment, launch } from './deployment.service.ts'

export const deploymentRoutes = [
  door(launchEndpoint, (ctx, { body }) => launch(ctx, body)),
  door(getDeploymentEndpoint, (ctx, { params, query }) => getDeployment(ctx, params.id, query.token)),
  door(getClaimEndpoint, (ctx) => getClaim(ctx)),
  door(claimEndpoint, (ctx, { body }) => claimSite(ctx, body)),
]
