import { route } from '#platform/contract/route.ts'
import * as contract from './notice.contract.ts'
import { listNotices, readNotices } from './notice.service.ts'
import { changePreferences, findNoticeUnsubscription, getPreferences, unsubscribeFromNotices } from './preference.service.ts'

export const noticeRoutes = [
  route(contract.listNoticesEndpoint, (ctx, { query }) => listNotices(ctx, query)),
  route(contract.readNoticesEndpoint, (ctx, { body }) => readNotices(ctx, body)),
  route(contract.getPreferencesEndpoint, (ctx) => getPreferences(ctx)),
  route(contract.changePreferencesEndpoint, (ctx, { body }) => changePreferences(ctx, body)),
  route(contract.getUnsubscribeEndpoint, (ctx, { params }) => findNoticeUnsubscription(ctx, params.key)),
  route(contract.unsubscribeFromNoticesEndpoint, (ctx, { params }) => unsubscribeFromNotices(ctx, params.key)),
]
