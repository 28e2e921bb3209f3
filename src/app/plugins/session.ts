/** Sets `ctx.viewer` to the account of the session cookie. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { findViewer } from '#features/accounts/sessions/session.service.ts'

export async function sessionPlugin(app: FastifyInstance, { actAs }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    request.ctx.viewer = actAs?.() ?? (await findViewer(request.ctx))
  })
}
