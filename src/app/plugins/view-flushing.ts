/** Counted views are written every half minute, and a last time when the server stops. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'

const FLUSH_VIEWS_MS = 30_000

export async function viewFlushing(app: FastifyInstance, { viewCounter, pageViews }: AppServices): Promise<void> {
  const writeCounts = async () => {
    const failed = (await Promise.allSettled([viewCounter.flush(), pageViews.flush()])).find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
  const timer = setInterval(
    () => void writeCounts().catch((fault: unknown) => app.log.error({ err: fault }, 'views were not written')),
    FLUSH_VIEWS_MS,
  )
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await writeCounts()
  })
}
