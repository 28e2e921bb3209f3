import type { AllFeatures } from '#platform/contract/feature.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { route } from '#platform/contract/route.ts'
import * as editing from './editing/figure-editing.contract.ts'
import * as editors from './editing/figure-editing.service.ts'
import { listFigureProblems } from './uses/figure-uses.service.ts'
import * as contract from './figure.contract.ts'
import * as service from './figure.service.ts'

export const figureRoutes = (features: AllFeatures) => [
  route(contract.listFiguresEndpoint, (ctx, { query }) => service.listFigures(ctx, query)),
  route(contract.getFigureEndpoint, (ctx, { params }) => service.getFigure(ctx, params.key)),
  route(editing.listFigureEntriesEndpoint, (ctx, { query }) => editors.listFigureEntries(ctx, query)),
  route(editing.getFigureEntryEndpoint, (ctx, { params }) => editors.getFigureEntry(ctx, features, params.id)),
  route(editing.listFigureProblemsEndpoint, async (ctx) => unpagedList(await listFigureProblems(ctx))),
  route(editing.addFigureValueEndpoint, (ctx, { params, body }) => editors.addFigureValue(ctx, features, params.id, body)),
  route(editing.previewFigureValueEndpoint, (ctx, { params, body }) => editors.previewFigureValue(ctx, features, params.id, body)),
  route(editing.checkFigureValueEndpoint, (ctx, { params, body }) => editors.checkFigureValue(ctx, features, params.id, body)),
]
