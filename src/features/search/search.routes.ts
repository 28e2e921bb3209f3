import type { AllFeatures } from '#platform/contract/feature.ts'
import { route } from '#platform/contract/route.ts'
import * as contract from './search.contract.ts'
import * as adminContract from './administration/search-admin.contract.ts'
import * as admin from './administration/search-admin.service.ts'
import { recordClick, searchAndRecord } from './recording/search-record.service.ts'
import { suggest } from './suggestions.service.ts'

export const searchRoutes = (features: AllFeatures) => [
  route(contract.searchEndpoint, (ctx, { query }) => searchAndRecord(ctx, features, query)),
  route(contract.listSearchSuggestionsEndpoint, (ctx, { query }) => suggest(ctx, features, query.q)),
  route(contract.recordSearchClickEndpoint, (ctx, { body }) => recordClick(ctx, body)),
  route(adminContract.getSearchReportEndpoint, (ctx, { query }) => admin.getSearchReport(ctx, query.days)),
  route(adminContract.getSearchSynonymsEndpoint, (ctx) => admin.getSynonyms(ctx)),
  route(adminContract.changeSearchSynonymsEndpoint, (ctx, { body }) => admin.changeSynonyms(ctx, body)),
  route(adminContract.listSearchPinsEndpoint, (ctx) => admin.listPins(ctx)),
  route(adminContract.addSearchPinEndpoint, (ctx, { body }) => admin.addPin(ctx, body)),
  route(adminContract.removeSearchPinEndpoint, (ctx, { params }) => admin.removePin(ctx, params.id)),
]
