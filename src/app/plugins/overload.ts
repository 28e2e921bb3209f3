/**
 * Whoever comes when there is too much to do is told so at once, and when to come again. Kept answers are sent before anybody gets here,
 * and go on being sent.
 */
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { serviceUnavailable } from '#platform/contract/errors.ts'
import { HEALTH_PATHS } from './health.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether requests are refused just now, but for a few. */
    isOverloaded(): boolean
  }
}

/** How often the process looks at itself. */
const SAMPLE_MS = 1000
/** One long moment, such as the first page after a start, is no overload. */
const LASTING_LOOKS = 2
/** What a kept page needs in a browser. */
const ASSETS = '/assets/'

export async function overloadPlugin(app: FastifyInstance, { config }: AppServices): Promise<void> {
  const limits = config.limits?.overload
  if (!limits) return void app.decorate('isOverloaded', () => false)
  const { delayMs, utilisation, heapShare, memoryBytes } = limits
  let busyLooks = 0
  const isOverloaded = () => busyLooks >= LASTING_LOOKS && app.isUnderPressure()
  await app.register(underPressure, {
    maxEventLoopDelay: delayMs,
    maxEventLoopUtilization: utilisation,
    maxHeapUsedBytes: heapShare * getHeapStatistics().heap_size_limit,
    maxRssBytes: memoryBytes,
    eventLoopUtilizationMode: 'interval',
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request, reply) => {
      if (isAlwaysAnswered(request) || !isOverloaded()) return
      // No hook that comes later has run.
      void reply.header('x-request-id', request.id)
      throw serviceUnavailable()
    },
  })
  const timer = setInterval(() => (busyLooks = app.isUnderPressure() ? busyLooks + 1 : 0), SAMPLE_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.decorate('isOverloaded', isOverloaded)
}

const isAlwaysAnswered = ({ url }: FastifyRequest): boolean => HEALTH_PATHS.has(url) || url.startsWith(ASSETS)
