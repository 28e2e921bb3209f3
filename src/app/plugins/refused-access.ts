/** Records in the audit log when a member calls an endpoint for administrators. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { recordRefusedAccess } from '#features/accounts/sign-in/guessing.service.ts'

export async function refusedAccessPlugin(app: FastifyInstance, { routes }: AppServices): Promise<void> {
  app.addHook('onSend', async ({ ctx, method, routeOptions: { url } }, { statusCode }) => {
    if (statusCode !== 403 || !ctx?.viewer || ctx.viewer.isAdmin) return
    const call = `${method} ${url}`
    if (routes.get(call)?.endpoint.access !== 'admin') return
    // A failed record must not turn the 403 into a 500.
    await recordRefusedAccess(ctx, ctx.viewer.id, call).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'audit log write failed: refused access'),
    )
  })
}
