import { unpagedList } from '#platform/contract/endpoint.ts'
import { route } from '#platform/contract/route.ts'
import { listActivity } from './activity/activity.service.ts'
import { getPastIssueEndpoint, listPastIssuesEndpoint } from './archive/archive.contract.ts'
import { getPastIssue, listPastIssues } from './archive/archive.service.ts'
import { countAudience } from './sending/audience.queries.ts'
import * as contract from './issue.contract.ts'
import { pauseIssue, resumeIssue, sendIssue, testIssue, unscheduleIssue } from './sending/issue-sending.service.ts'
import { changeIssue, deleteIssue, draftIssue, getIssue, listIssues, previewIssue } from './issue.service.ts'

export const issueRoutes = [
  route(listPastIssuesEndpoint, (ctx, { query }) => listPastIssues(ctx, query)),
  route(getPastIssueEndpoint, (ctx, { params }) => getPastIssue(ctx, params.id)),
  route(contract.listIssuesEndpoint, (ctx, { query }) => listIssues(ctx, query)),
  route(contract.getIssueEndpoint, (ctx, { params }) => getIssue(ctx, params.id)),
  route(contract.draftIssueEndpoint, (ctx, { body }) => draftIssue(ctx, body)),
  route(contract.changeIssueEndpoint, (ctx, { params, body }) => changeIssue(ctx, params.id, body)),
  route(contract.deleteIssueEndpoint, (ctx, { params }) => deleteIssue(ctx, params.id)),
  route(contract.previewIssueEndpoint, (ctx, { body }) => previewIssue(ctx, body)),
  route(contract.testIssueEndpoint, (ctx, { params }) => testIssue(ctx, params.id)),
  route(contract.sendIssueEndpoint, (ctx, { params, body }) => sendIssue(ctx, params.id, body)),
  route(contract.unscheduleIssueEndpoint, (ctx, { params }) => unscheduleIssue(ctx, params.id)),
  route(contract.pauseIssueEndpoint, (ctx, { params }) => pauseIssue(ctx, params.id)),
  route(contract.resumeIssueEndpoint, (ctx, { params }) => resumeIssue(ctx, params.id)),
  route(contract.listActivityEndpoint, async (ctx) => unpagedList(await listActivity(ctx))),
  route(contract.countAudienceEndpoint, async (ctx, { query }) => ({ count: await countAudience(ctx, query.categories) })),
]
