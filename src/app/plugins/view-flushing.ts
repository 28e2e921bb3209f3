/** Writes view counts to the database every 30 s and when the server closes. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'

const FLUSH_INTERVAL_MS = 30_000

export async function viewFlushingPlugin(app: FastifyInstance, { viewCounter, pageViews }: AppServices): Promise<void> {
  const writeCounts = async () => {
    const failure = (await Promise.allSettled([viewCounter.flush(), pageViews.flush()])).find((result) => result.status === 'rejected')
    if (failure) throw failure.reason
  }
  const timer = setInterval(
    () => void writeCounts().catch((error: unknown) => app.log.error({ err: error }, 'view count write failed')),
    FLUSH_INTERVAL_MS,
  )
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await writeCounts()
  })
}
