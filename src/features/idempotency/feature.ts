/** Declares idempotency keys: a request with an `Idempotency-Key` header is executed only once. */
import type { Feature } from '#platform/contract/feature.ts'
import { purgeIdempotencyKeys } from './idempotency.service.ts'

export const idempotencyFeature: Feature = {
  name: 'idempotency',
  dependsOn: [],
  jobs: [
    {
      name: 'purge idempotency keys',
      everySeconds: 3600,
      watchedTables: ['idempotency_keys'],
      run: (ctx) => purgeIdempotencyKeys(ctx),
      retention: { table: 'idempotency_keys', what: 'Responses to requests that may be sent again', after: 'after 24 hours' },
    },
  ],
  tables: {
    idempotency_keys: {
      hasSecretWrites: true,
      archive: { never: 'a request is only sent again within a day, to the same site' },
      personal: { notExported: 'encrypted copies of responses, deleted after 24 hours' },
    },
  },
}
