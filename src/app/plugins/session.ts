/** Sets `ctx.viewer` to the account of the session cookie; `null` without a session. Tests replace it by `actAs`. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { findViewer } from '#features/accounts/sessions/session.service.ts'

export async function sessionPlugin(app: FastifyInstance, { actAs }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    request.ctx.viewer = actAs?.() ?? (await findViewer(request.ctx))
  })
}
