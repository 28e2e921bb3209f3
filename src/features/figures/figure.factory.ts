/** Makes a figure, for tests: one value that holds from a year ago on, if not told otherwise. */
import type { Context } from '#platform/contract/context.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import { insertFigureRows } from './figure.queries.ts'
import type { FigureRow } from './figures.policy.ts'

let made = 0

/** @returns its key and its id */
export async function makeFigure(ctx: Pick<Context, 'site' | 'db'>, given: Partial<FigureRow> = {}): Promise<{ key: string; id: number }> {
  const key = given.key ?? `test.figure-${(made += 1)}`
  const row: FigureRow = {
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
    ...given,
  }
  await insertFigureRows(ctx, [row], new Date().toISOString())
  processCaches.invalidate(ctx.site.id, ['figures'])
  const { id } = await ctx.db.selectFrom('figures').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return { key, id }
}

/** What an administrator types in for a new value, whole. */
export const newFigureValue = (over: object = {}) => ({
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
  ...over,
})
