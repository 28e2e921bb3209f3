import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import * as contract from './duty.contract.ts'
import { exportDutyMarkdown, exportDutyPdf, exportKitMarkdown, exportKitPdf } from './duty-export.service.ts'
import { changeDuty, discardDuty, getDuty, getSignedDuty, listDuties, signDuty, startDuty } from './duty.service.ts'

export const dutyRoutes = (features: AllFeatures): Route[] => [
  route(contract.listDutiesEndpoint, (ctx) => listDuties(ctx, features)),
  route(contract.getDutyEndpoint, (ctx, { params }) => getDuty(ctx, features, params.duty)),
  route(contract.startDutyEndpoint, (ctx, { params }) => startDuty(ctx, features, params.duty)),
  route(contract.changeDutyEndpoint, (ctx, { params, body }) => changeDuty(ctx, params.duty, body)),
  route(contract.discardDutyEndpoint, (ctx, { params }) => discardDuty(ctx, params.duty)),
  route(contract.signDutyEndpoint, (ctx, { params, body }) => signDuty(ctx, features, params.duty, body)),
  route(contract.getSignedDutyEndpoint, (ctx, { params }) => getSignedDuty(ctx, params.duty, params.number)),
  route(contract.exportDutyMarkdownEndpoint, (ctx, { params, query }) => exportDutyMarkdown(ctx, features, params.duty, query.number)),
  route(contract.exportDutyPdfEndpoint, (ctx, { params, query }) => exportDutyPdf(ctx, features, params.duty, query.number)),
  route(contract.exportDutyKitMarkdownEndpoint, (ctx) => exportKitMarkdown(ctx, features)),
  route(contract.exportDutyKitPdfEndpoint, (ctx) => exportKitPdf(ctx, features)),
]
