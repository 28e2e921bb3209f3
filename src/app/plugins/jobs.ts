/** Starts scheduled and queued jobs with the server, and stops them before it closes. */
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
