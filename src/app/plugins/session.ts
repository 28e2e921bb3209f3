/** Who asks: the account whose session the cookie names. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { findViewer, viewerOf } from '#features/accounts/sessions/session.service.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { hasJustWritten } from '#platform/http/cookie.ts'

export async function sessionPlugin(app: FastifyInstance, { actAs, sessions }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    request.ctx.viewer = actAs?.() ?? findRemembered(request, sessions) ?? (await findViewer(request.ctx))
  })
}

/** A member who reads a page; whoever writes, or may do more than others, is asked for in the database. */
function findRemembered({ method, url, headers, ctx, origin }: FastifyRequest, sessions: AppServices['sessions']): Viewer | undefined {
  if (method !== 'GET' || url.startsWith('/api/') || hasJustWritten(headers.cookie)) return undefined
  const row = sessions.find(ctx.site, headers.cookie, origin)
  return row && !row.isAdmin ? viewerOf(row) : undefined
}
