import { route } from '#platform/contract/route.ts'
import { getMissed } from './missed.service.ts'
import { getMissedEndpoint } from './recap.contract.ts'

export const recapRoutes = [route(getMissedEndpoint, (ctx) => getMissed(ctx))]
