/** Declares counters that several processes share: rate limits, visits, and the daily salt of their hashes. */
import type { Feature } from '#platform/contract/feature.ts'
import { removeOldCounts } from './visit.service.ts'

const SHORT_LIVED_TABLE = { archive: { never: 'expires within a day' }, personal: 'nothing' } as const

export const countingFeature: Feature = {
  name: 'counting',
  dependsOn: [],
  jobs: [
    {
      name: 'forget what was counted',
      everySeconds: 600,
      watchedTables: ['rate_limits', 'visits', 'daily_salts'],
      isForEveryProcess: true,
      run: (ctx) => removeOldCounts(ctx),
      retention: {
        table: 'rate_limits',
        what: 'Rate limit counters by network',
        after: 'when the rate limit window ends',
      },
    },
  ],
  tables: { rate_limits: SHORT_LIVED_TABLE, visits: SHORT_LIVED_TABLE, daily_salts: SHORT_LIVED_TABLE },
}
