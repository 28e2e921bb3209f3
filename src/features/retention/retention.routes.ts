import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { listRetentionEndpoint } from './retention.contract.ts'
import { listRetention } from './retention.service.ts'

export const retentionRoutes = (features: AllFeatures): Route[] => [route(listRetentionEndpoint, (ctx) => listRetention(ctx, features))]
