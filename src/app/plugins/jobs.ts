/** Work that comes back begins with the server and ends before it. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'

export async function jobsPlugin(app: FastifyInstance, { jobRunner, jobQueueRunner }: AppServices): Promise<void> {
  app.addHook('onReady', async () => {
    jobRunner.start()
    jobQueueRunner.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all([jobRunner.stop(), jobQueueRunner.stop()])
  })
}
