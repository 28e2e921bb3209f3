/** Connects the streams of open pages with the writes of all processes, and ends them when the server stops. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { LiveUpdates } from '#features/live/live-updates.service.ts'

export async function livePlugin(app: FastifyInstance, { caches, eventStreams: streams, sites }: AppServices): Promise<void> {
  const findSite = (id: string) => sites.list().find((site) => site.id === id)
  caches.add(new LiveUpdates({ streams, findSite, log: app.log }))
  streams.isBusy = () => app.isRecovering()
  streams.isServed = (id) => findSite(id) !== undefined
  app.addHook('preClose', async () => streams.closeAll())
}
