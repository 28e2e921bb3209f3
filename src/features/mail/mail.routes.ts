import { door } from '#platform/door.ts'
import { listMailEndpoint, sendAgainEndpoint } from './mail.contract.ts'
import { listMail, sendAgain } from './mail.service.ts'

export const mailRoutes = [
  door(listMailEndpoint, (ctx, { query }) => listMail(ctx, query)),
  door(sendAgainEndpoint, (ctx, { params }) => sendAgain(ctx, params.id)),
]
