/** A member who tries what only administrators may do is noted in the audit log. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { recordRefusedAccess } from '#features/accounts/sign-in/guessing.service.ts'

export async function refusedAccess(app: FastifyInstance, { routes }: AppServices): Promise<void> {
  app.addHook('onSend', async ({ ctx, method, routeOptions: { url } }, { statusCode }) => {
    if (statusCode !== 403 || !ctx?.viewer || ctx.viewer.isAdmin) return
    const call = `${method} ${url}`
    if (routes.get(call)?.endpoint.access !== 'admin') return
    // The refusal stands, noted or not.
    await recordRefusedAccess(ctx, ctx.viewer.id, call).catch((fault: unknown) => ctx.log.error({ err: fault }, 'a refusal was not noted'))
  })
}
