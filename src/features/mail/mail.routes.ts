import { route } from '#platform/route.ts'
import { listMailEndpoint, resendMailEndpoint } from './mail.contract.ts'
import { listMail, resendMail } from './mail.service.ts'

export const mailRoutes = [
  route(listMailEndpoint, (ctx, { query }) => listMail(ctx, query)),
  route(resendMailEndpoint, (ctx, { params }) => resendMail(ctx, params.id)),
]
