/**
 * Sheds load: rejects requests with 503 and Retry-After while the process is overloaded. Cached pages are still sent, because they are not
 * routed.
 */
import { getHeapStatistics } from 'node:v8'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { serviceUnavailable } from '#platform/contract/errors.ts'
import { HEALTH_PATHS } from './health.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether requests are rejected, except those for health checks and assets. */
    isOverloaded(): boolean
    /** Whether requests are rejected, or were within the last 30 s: what pages can do without is not started. */
    isRecovering(): boolean
  }
}

const SAMPLE_INTERVAL_MS = 1000
/** Number of consecutive busy samples that count as overload. A single one can be the first page after a start. */
const MIN_BUSY_SAMPLES = 2
const RECOVERY_MS = 30_000
/** Path prefix of the files that a cached page loads. */
const ASSETS_PREFIX = '/assets/'

export async function overloadPlugin(app: FastifyInstance, { config }: AppServices): Promise<void> {
  const limits = config.limits?.overload
  if (!limits) return void app.decorate('isOverloaded', () => false).decorate('isRecovering', () => false)
  const { delayMs, utilisation, heapShare, memoryBytes } = limits
  let busySamples = 0
  let overloadedAtMs = -Infinity
  const isOverloaded = () => busySamples >= MIN_BUSY_SAMPLES && app.isUnderPressure()
  await app.register(underPressure, {
    maxEventLoopDelay: delayMs,
    maxEventLoopUtilization: utilisation,
    maxHeapUsedBytes: heapShare * getHeapStatistics().heap_size_limit,
    maxRssBytes: memoryBytes,
    eventLoopUtilizationMode: 'interval',
    sampleInterval: SAMPLE_INTERVAL_MS,
    pressureHandler: async (request, reply) => {
      if (isExempt(request) || !isOverloaded()) return
      // The hook that sets the header with the request id has not run yet.
      void reply.header('x-request-id', request.id)
      throw serviceUnavailable()
    },
  })
  const takeSample = () => {
    busySamples = app.isUnderPressure() ? busySamples + 1 : 0
    if (isOverloaded()) overloadedAtMs = performance.now()
  }
  const timer = setInterval(takeSample, SAMPLE_INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.decorate('isOverloaded', isOverloaded)
  app.decorate('isRecovering', () => performance.now() - overloadedAtMs < RECOVERY_MS)
}

const isExempt = ({ url }: FastifyRequest): boolean => HEALTH_PATHS.has(url) || url.startsWith(ASSETS_PREFIX)
