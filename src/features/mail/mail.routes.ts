import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { listMailTemplates, previewMail } from './mail-preview.service.ts'
import { listMailEndpoint, listMailTemplatesEndpoint, previewMailEndpoint, resendMailEndpoint } from './mail.contract.ts'
import { listMail, resendMail } from './mail.service.ts'

export const mailRoutes = (features: AllFeatures): Route[] => [
  route(listMailEndpoint, (ctx, { query }) => listMail(ctx, query)),
  route(resendMailEndpoint, (ctx, { params }) => resendMail(ctx, params.id)),
  route(listMailTemplatesEndpoint, async () => listMailTemplates(features)),
  route(previewMailEndpoint, async (ctx, { params }) => previewMail(ctx, features, params.name)),
]
