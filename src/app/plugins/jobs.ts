/** Work that comes back begins with the server and ends before it. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'

export async function jobsPlugin(app: FastifyInstance, { recurringJobs, jobQueue }: AppServices): Promise<void> {
  app.addHook('onReady', async () => {
    recurringJobs.start()
    jobQueue.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all([recurringJobs.stop(), jobQueue.stop()])
  })
}
