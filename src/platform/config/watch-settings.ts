/** What whoever runs the process sees of it. */
import { defineSetting, wholeSetting } from './setting.ts'
import { z } from '#platform/contract/zod.ts'

export const WATCH_SETTINGS = {
  METRICS_TOKEN: defineSetting(
    z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/)
      .optional(),
    '16 to 200 letters, digits or -._~+/=',
    'What a collector of figures sends to /metrics as its bearer token; without it there is no such address.',
  ),
  SLOW_QUERY_MS: wholeSetting(
    200,
    [0, 600_000],
    'a number of milliseconds',
    'A statement of the database that takes longer is logged, without its values. 0: none is.',
  ),
}
const Watch = z.object(WATCH_SETTINGS)

export interface WatchConfig {
  /** Absent: there are no figures. */
  metricsToken: string | undefined
  /** 0: no statement is logged. */
  slowQueryMs: number
}
export const toWatchConfig = (e: z.infer<typeof Watch>): WatchConfig => ({ metricsToken: e.METRICS_TOKEN, slowQueryMs: e.SLOW_QUERY_MS })
