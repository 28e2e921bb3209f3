import type { AllFeatures } from '#platform/contract/feature.ts'
import { route, type Route } from '#platform/contract/route.ts'
import { decideAppealEndpoint, fileAppealEndpoint, listAppealsEndpoint } from './appeals/appeal.contract.ts'
import { decideAppeal, fileAppeal, listAppeals } from './appeals/appeal.service.ts'
import {
  claimReportEndpoint,
  decideReportEndpoint,
  getDecisionEndpoint,
  listReportsEndpoint,
  moderationReportEndpoint,
} from './decisions/decision.contract.ts'
import { getDecision } from './decisions/decision-notice.service.ts'
import { decideReport } from './decisions/decision.service.ts'
import { getModerationReport } from './decisions/moderation-report.service.ts'
import { claimItem, listReports } from './queue/queue.service.ts'
import { fileReportEndpoint } from './report.contract.ts'
import { fileReport } from './report.service.ts'

export const reportRoutes = (features: AllFeatures): Route[] => [
  route(fileReportEndpoint, (ctx, { body }) => fileReport(ctx, body)),
  route(listReportsEndpoint, (ctx, { query }) => listReports(ctx, query)),
  route(claimReportEndpoint, (ctx, { params, body }) => claimItem(ctx, params.id, body)),
  route(decideReportEndpoint, (ctx, { params, body }) => decideReport(ctx, params.id, body, features)),
  route(getDecisionEndpoint, (ctx, { params }) => getDecision(ctx, params.key)),
  route(moderationReportEndpoint, (ctx) => getModerationReport(ctx)),
  route(fileAppealEndpoint, (ctx, { body }) => fileAppeal(ctx, body)),
  route(listAppealsEndpoint, (ctx, { query }) => listAppeals(ctx, query)),
  route(decideAppealEndpoint, (ctx, { params, body }) => decideAppeal(ctx, params.id, body, features)),
]
