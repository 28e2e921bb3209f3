/** Invalidates this process's caches, and wakes its jobs, when another process writes. */
import type { FastifyInstance } from 'fastify'
import { ALL_CACHED, type AppServices } from '#app/app-services.ts'
import type { Site } from '#platform/contract/context.ts'

export async function changeWatchingPlugin(
  app: FastifyInstance,
  { watchChanges, sites, invalidate, recurringJobs, jobQueue, onNewerSchema }: AppServices,
): Promise<void> {
  if (!watchChanges) return
  const find = (id: string): Site | undefined => sites.list().find((site) => site.id === id)
  const watch = await watchChanges({
    onChange(id, tables) {
      const site = find(id)
      if (!site) return
      invalidate(site, tables)
      const written = new Set(tables)
      recurringJobs.triggerByTables(site, written)
      jobQueue.pollByTables(site, written)
    },
    onMissed(ids) {
      for (const id of ids) {
        const site = find(id)
        if (!site) continue
        invalidate(site, ALL_CACHED)
        recurringJobs.triggerAll(site)
        jobQueue.poll(site)
      }
    },
    onLeadershipChange(isLeading) {
      recurringJobs.lead(isLeading)
      jobQueue.lead(isLeading)
    },
    ...(onNewerSchema ? { onNewerSchema } : {}),
    onError(error) {
      app.log.warn({ err: error }, 'database connection lost: change listener reconnecting')
    },
  })
  app.addHook('onClose', async () => watch.close())
}
