/** Creates reference values for tests. By default they have one open-ended value from 1 January 2025. */
import type { Context } from '#platform/contract/context.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import { insertReferenceValueRows } from './figure.queries.ts'
import type { ReferenceValueRow } from './figures.policy.ts'

let count = 0

export async function makeReferenceValue(
  ctx: Pick<Context, 'site' | 'db'>,
  overrides: Partial<ReferenceValueRow> = {},
): Promise<{ key: string; id: number }> {
  const key = overrides.key ?? `test.figure-${(count += 1)}`
  const row: ReferenceValueRow = {
    key,
    label: `Figure ${key}`,
    value: 10,
    unit: 'p/kWh',
    nations: ['england', 'wales', 'scotland'],
    from: '2025-01-01',
    to: null,
    source: { title: 'A table', publisher: 'Its maker', url: 'https://example.org/table' },
    checked: '2026-01-01',
    due: '2099-01-01',
    certainty: 'B',
    ...overrides,
  }
  await insertReferenceValueRows(ctx, [row], new Date().toISOString())
  processCaches.invalidate(ctx.site.id, ['figures'])
  const { id } = await ctx.db.selectFrom('figures').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return { key, id }
}

/** Returns a form with valid input for a new value. */
export const newReferenceValueForm = (overrides: object = {}) => ({
  value: 12.5,
  low: null,
  high: null,
  nations: ['england', 'wales', 'scotland'],
  validFrom: '2026-06-01',
  validTo: null,
  sourceTitle: 'New table',
  sourcePublisher: 'Its maker',
  sourceUrl: 'https://example.org/new',
  checkedOn: '2026-06-01',
  dueOn: '2099-01-01',
  certainty: 'A',
  note: '',
  ...overrides,
})
