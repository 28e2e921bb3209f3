import { route } from '#platform/contract/route.ts'
import { eraseOwnHomeEndpoint, getOwnHomeEndpoint, saveOwnHomeEndpoint } from './own-home.contract.ts'
import { eraseOwnHome, getOwnHome, saveOwnHome } from './own-home.service.ts'

export const ownHomeRoutes = [
  route(getOwnHomeEndpoint, (ctx) => getOwnHome(ctx)),
  route(saveOwnHomeEndpoint, (ctx, { body }) => saveOwnHome(ctx, body)),
  route(eraseOwnHomeEndpoint, (ctx) => eraseOwnHome(ctx)),
]
