/** Settings of metrics and slow-query logging. */
import { defineSetting, wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

export const WATCH_SETTINGS = {
  METRICS_TOKEN: defineSetting(
    z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/)
      .optional(),
    '16 to 200 letters, digits or -._~+/=',
    'The bearer token for /metrics; without it there are no metrics.',
  ),
  SLOW_QUERY_MS: wholeSetting(
    200,
    [0, 600_000],
    'a number of milliseconds',
    'Database statements that take longer are logged, without parameters. 0: none.',
  ),
}
const Watch = z.object(WATCH_SETTINGS)

export interface WatchConfig {
  /** Undefined: there is no /metrics endpoint. */
  metricsToken: string | undefined
  /** 0: slow statements are not logged. */
  slowQueryMs: number
}
export const toWatchConfig = (e: z.infer<typeof Watch>): WatchConfig => ({ metricsToken: e.METRICS_TOKEN, slowQueryMs: e.SLOW_QUERY_MS })
