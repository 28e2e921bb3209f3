/**
 * Invalidates this process's caches and triggers its jobs when a process writes, and starts or stops the jobs of the leader. Does nothing
 * with SQLite, which has one process.
 */
import type { FastifyInstance } from 'fastify'
import { TABLES_OF_ALL_RESPONSES, type AppServices } from '#app/app-services.ts'
import type { Site } from '#platform/contract/context.ts'

export async function changeWatchingPlugin(
  app: FastifyInstance,
  { watchChanges, sites, invalidate, recurringJobs, jobQueue, onNewerSchema }: AppServices,
): Promise<void> {
  if (!watchChanges) return
  const findSite = (id: string): Site | undefined => sites.list().find((site) => site.id === id)
  const watch = await watchChanges({
    onChange(id, tables) {
      const site = findSite(id)
      if (!site) return
      invalidate(site, tables)
      const writtenTables = new Set(tables)
      recurringJobs.triggerByTables(site, writtenTables)
      jobQueue.pollByTables(site, writtenTables)
    },
    onMissed(ids) {
      for (const id of ids) {
        const site = findSite(id)
        if (!site) continue
        invalidate(site, TABLES_OF_ALL_RESPONSES)
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
