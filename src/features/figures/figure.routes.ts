import type { AllFeatures } from '#platform/contract/feature.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { route } from '#platform/contract/route.ts'
import * as editing from './editing/figure-editing.contract.ts'
import * as editors from './editing/figure-editing.service.ts'
import { listReferenceValueProblems } from './uses/figure-uses.service.ts'
import * as contract from './figure.contract.ts'
import * as service from './figure.service.ts'

export const referenceValueRoutes = (features: AllFeatures) => [
  route(contract.listReferenceValuesEndpoint, (ctx, { query }) => service.listReferenceValues(ctx, query)),
  route(contract.getReferenceValueEndpoint, (ctx, { params }) => service.getReferenceValue(ctx, params.key)),
  route(editing.listReferenceValueEntriesEndpoint, (ctx, { query }) => editors.listReferenceValueEntries(ctx, query)),
  route(editing.getReferenceValueEntryEndpoint, (ctx, { params }) => editors.getReferenceValueEntry(ctx, features, params.id)),
  route(editing.listReferenceValueProblemsEndpoint, async (ctx) => unpagedList(await listReferenceValueProblems(ctx))),
  route(editing.addReferenceValueEndpoint, (ctx, { params, body }) => editors.addReferenceValue(ctx, features, params.id, body)),
  route(editing.previewReferenceValueEndpoint, (ctx, { params, body }) => editors.previewReferenceValue(ctx, features, params.id, body)),
  route(editing.confirmReferenceValueEndpoint, (ctx, { params, body }) => editors.confirmReferenceValue(ctx, features, params.id, body)),
]
