import { door } from '#platform/door.ts'
import { adminSessionEndpoint, getSessionEndpoint } from './account.contract.ts'
import { getSession } from './account.service.ts'

export const accountRoutes = [door(getSessionEndpoint, (ctx) => getSession(ctx)), door(adminSessionEndpoint, (ctx) => getSession(ctx))]
