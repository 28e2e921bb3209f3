/** Tests edits of reference values: stored rows, audit entries, lists, dependents and feeds. */
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, at, ctx, entries, useEditorFixture } from '#tests/support/editor-fixture.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import * as editing from './figure-editing.service.ts'
import { listReferenceValueNews } from '#features/figures/uses/figure-news.service.ts'
import { listReferenceValueProblems, listReferenceValueUses } from '#features/figures/uses/figure-uses.service.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import {
  getReferenceValues,
  getReferenceValue,
  resolveReferenceValues,
  toReferenceValueSummary,
  withReferenceValues,
} from '#features/figures/figure.service.ts'
import { makeReferenceValue, newReferenceValueForm } from '#features/figures/figure.factory.ts'
import type { ReferenceValueRow } from '#features/figures/figures.policy.ts'

useEditorFixture()
beforeEach(async () => {
  for (const table of ['figure_values', 'figures', 'articles'] as const) await ctx.db.deleteFrom(table).execute()
  processCaches.invalidate(ctx.site.id, ['figures'])
})
const tool = { title: 'A tool', path: '/tools/x', keys: ['a.one'] }
const listFeatures = () =>
  [{ name: 'none' }, { name: 'x', listReferenceValueUsers: () => [tool, { ...tool, title: 'Another', keys: ['b.two'] }] }] as never
const listStoredRows = (id: number) => ctx.db.selectFrom('figure_values').selectAll().where('figure_id', '=', id).orderBy('id').execute()
const source = { title: 'A table', publisher: 'Its maker', url: 'https://example.org/table' }

describe('the admin list', () => {
  const paging = { page: 1, perPage: 10 }
  test('sorts by urgency, and filters by search, attention and page', async () => {
    const rows: Partial<ReferenceValueRow>[] = [
      { key: 'a.fine', label: 'Price of Gas' },
      { key: 'b.due', label: 'B', due: '2026-05-04' },
      { key: 'c.past', label: 'C', to: '2026-05-03' },
      { key: 'd.missing', label: 'D gas', value: null },
      { key: 'e.unsure', label: 'E', certainty: 'C' },
      { key: 'f.soon', label: 'F', due: '2026-05-05', to: '2026-05-04' },
    ]
    for (const makeRow of rows) await makeReferenceValue(ctx, makeRow)
    const listKeys = async (query: object = {}) => {
      const { items, total } = await editing.listReferenceValueEntries(ctx, { ...paging, ...query } as never)
      return [items.map(({ key }) => key), total]
    }
    expect(await listKeys()).toEqual([['d.missing', 'c.past', 'b.due', 'e.unsure', 'f.soon', 'a.fine'], 6])
    expect(await listKeys({ search: 'GAS' })).toEqual([['d.missing', 'a.fine'], 2])
    expect(await listKeys({ search: '.due' })).toEqual([['b.due'], 1])
    expect(await listKeys({ attention: 'fine' })).toEqual([['f.soon', 'a.fine'], 2])
    expect(await listKeys({ attention: 'fine', search: 'f.s' })).toEqual([['f.soon'], 1])
    expect(await listKeys({ page: 2, perPage: 4 })).toEqual([['f.soon', 'a.fine'], 6])
    expect(await editing.countUrgentReferenceValues(ctx)).toBe(3)
  })
})

describe('adding a value', () => {
  test('stores the value, splits the previous period and records the audit entry', async () => {
    const { key, id } = await makeReferenceValue(ctx, { key: 'a.one', label: 'One' })
    const form = newReferenceValueForm({ low: 12, high: 13, note: 'New.' }) as never
    const detail = await editing.addReferenceValue(ctx, listFeatures, id, form)
    expect(detail).toMatchObject({
      id,
      key,
      attention: 'fine',
      uses: [{ kind: 'tool', title: 'A tool', path: '/tools/x', sentences: [], problems: [] }],
    })
    const before = {
      value: 10,
      low: null,
      high: null,
      nations: ['england', 'wales', 'scotland'],
      validFrom: '2025-01-01',
      validTo: null,
      checkedOn: '2026-01-01',
      dueOn: '2099-01-01',
      certainty: 'B',
      note: '',
      sourceTitle: source.title,
      sourcePublisher: source.publisher,
      sourceUrl: source.url,
    }
    const [[action, type, subject, title, recordedBefore, recordedAfter]] = (await entries()) as [unknown[]]
    expect({ action, type, subject, title }).toEqual({ action: 'figure.edit', type: 'figure', subject: id, title: 'One' })
    // The audit entry contains only the fields that changed.
    const changedFields = Object.entries(form)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as 'note']))
      .map(([name]) => name)
    expect(recordedAfter).toEqual(Object.fromEntries(changedFields.map((name) => [name, form[name]])))
    expect(recordedBefore).toEqual(Object.fromEntries(changedFields.map((name) => [name, before[name as 'note']])))
    expect(await listStoredRows(id)).toMatchObject([
      { value: 10, valid_to: null, superseded_at: at(0) },
      { value: 10, valid_to: '2026-05-31', superseded_at: null, created_at: at(0), checked_by: null },
      { value: 12.5, valid_from: '2026-06-01', superseded_at: null, created_at: at(0), checked_by: admin.id },
    ])
    expect((await ctx.db.selectFrom('figures').select('changed_at').execute())[0]?.changed_at).toBe(at(0))
  })

  test('records no administrator without a viewer, and rejects unknown ids and periods that would remove the end of another one', async () => {
    const { id } = await makeReferenceValue(ctx, { from: '2026-07-01', to: '2026-09-30' })
    await editing.addReferenceValue({ ...ctx, viewer: null }, listFeatures, id, newReferenceValueForm({ validTo: '2026-06-30' }) as never)
    expect((await listStoredRows(id)).at(-1)?.checked_by).toBeNull()
    const message = 'Another value is valid from 2026-07-01. End this one on 2026-06-30 or before.'
    const overlapping = editing.addReferenceValue(ctx, listFeatures, id, newReferenceValueForm({ validTo: '2026-07-31' }) as never)
    await expect(overlapping).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'validTo', message }] })
    await expect(editing.addReferenceValue(ctx, listFeatures, id + 1000, newReferenceValueForm() as never)).rejects.toMatchObject({
      status: 404,
      code: 'figure.not_found',
    })
    expect(await listStoredRows(id)).toHaveLength(2)
  })
})

test('confirming a value stores dates, administrator and audit entry, and rejects superseded and unknown values', async () => {
  const { id } = await makeReferenceValue(ctx, { label: 'One', due: '2026-05-01' })
  const valueId = (await listStoredRows(id))[0]?.id ?? 0
  const check = { checkedOn: '2026-05-04', dueOn: '2026-08-04' }
  const detail = await editing.confirmReferenceValue(ctx, listFeatures, valueId, check)
  expect(detail).toMatchObject({ id, attention: 'fine', checkedBy: expect.stringMatching(/^Member /), current: check })
  expect(await entries()).toEqual([['figure.check', 'figure', id, 'One', { checkedOn: '2026-01-01', dueOn: '2026-05-01' }, check]])
  await editing.addReferenceValue(ctx, listFeatures, id, newReferenceValueForm() as never)
  const message = 'This value has been replaced. Please reload it.'
  await expect(editing.confirmReferenceValue(ctx, listFeatures, valueId, check)).rejects.toMatchObject({
    status: 409,
    code: 'figure.changed',
    message,
  })
  await expect(editing.confirmReferenceValue(ctx, listFeatures, 77_777, check)).rejects.toMatchObject({ status: 404 })
  await expect(editing.getReferenceValueEntry(ctx, listFeatures, 77_777)).rejects.toMatchObject({ status: 404, code: 'figure.not_found' })
})

test('feed entries have value, period, certainty, note and source', async () => {
  const rows: [Partial<ReferenceValueRow>, string, string][] = [
    [{ key: 'a.a', label: 'A' }, 'A: 10p a kWh', 'A, since January 2025: 10p a kWh.'],
    [
      { key: 'a.b', label: 'B', low: 8, high: 12, note: 'By hand.' },
      'B: 10p a kWh (8p to 12p)',
      'B, since January 2025: 10p a kWh (8p to 12p).\n\nBy hand.',
    ],
    [
      { key: 'a.c', label: 'C', low: 10, high: 10, certainty: 'C' },
      'C: 10p a kWh, not confirmed',
      'C, since January 2025: 10p a kWh, not confirmed.',
    ],
    [
      { key: 'a.d', label: 'D', value: null, to: '2025-03-31', note: 'To come.' },
      'D: not known yet',
      'D, January to March 2025: not known yet.\n\nTo come.',
    ],
  ]
  for (const [row] of rows) await makeReferenceValue(ctx, row)
  const news = (await listReferenceValueNews(ctx, 10)).toReversed()
  expect(news).toEqual(
    rows.map(([{ key }, title, text]) => ({
      id: expect.any(Number),
      key,
      title,
      text: `${text}\n\nSource: A table, Its maker (https://example.org/table).`,
      at: at(0),
    })),
  )
  expect(await listReferenceValueNews(ctx, 2)).toEqual(news.toReversed().slice(0, 2))
})

describe('dependents', () => {
  test('listReferenceValueUses lists tools and texts with conditions before and after a change; listReferenceValueProblems lists texts with problems', async () => {
    const { key } = await makeReferenceValue(ctx, { key: 'a.one' })
    const fineArticle = await makeArticle(ctx, { title: 'A fine one', content: `It costs {{${key}}}.` })
    const conditionalArticle = await makeArticle(ctx, { title: 'B holds', content: `It is {{if ${key} < 11}}cheap{{else}}dear{{end}}.` })
    const brokenArticle = await makeArticle(ctx, { title: 'C broken', content: 'It costs {{no.such}}.' })
    const expectedUse = (article: { title: string; slug: string }) => ({
      kind: 'article',
      title: article.title,
      path: `/articles/${article.slug}`,
    })
    const toolUse = { kind: 'tool', title: 'A tool', path: '/tools/x', sentences: [], problems: [] }
    const uses = await listReferenceValueUses(ctx, listFeatures, key)
    expect(uses.map(({ title }) => title)).toEqual(['A tool', 'A fine one', 'B holds'])
    expect(uses.slice(0, 2)).toEqual([toolUse, { ...expectedUse(fineArticle), sentences: [], problems: [] }])
    const after = (await listReferenceValueUses(ctx, listFeatures, key, { value: 12 })).find(
      ({ title }) => title === conditionalArticle.title,
    )
    expect(after).toEqual({
      ...expectedUse(conditionalArticle),
      sentences: [{ condition: `${key} < 11`, holds: true, holdsAfter: false }],
      problems: [],
    })
    const problems = await listReferenceValueProblems(ctx)
    expect(problems.find(({ title }) => title === brokenArticle.title)).toMatchObject({
      ...expectedUse(brokenArticle),
      sentences: [],
      problems: [expect.anything()],
    })
    expect(problems.map(({ title }) => title)).not.toContain(fineArticle.title)
  })
})

describe('state and lookup', () => {
  const row = (from: string, to: string | null, value: number | null): ReferenceValueRow => ({
    key: 'cap.x',
    label: 'X',
    unit: 'p',
    value,
    nations: ['wales'],
    from,
    to,
    source,
    checked: '2026-01-01',
    due: '2026-12-31',
    certainty: 'A',
  })
  test.each<[string, ReferenceValueRow[], [string, string, string | null, string | null]]>([
    ['in force, open-ended', [row('2026-01-01', null, 1)], ['in-force', '2026-01-01', null, null]],
    ['on its last day', [row('2026-01-01', '2026-05-04', 1)], ['in-force', '2026-01-01', null, null]],
    ['past since yesterday', [row('2026-01-01', '2026-05-03', 1)], ['past', '2026-01-01', null, null]],
    ['in force from today', [row('2026-01-01', '2026-05-03', 1), row('2026-05-04', null, 2)], ['in-force', '2026-05-04', null, null]],
    [
      'in force, with a later value',
      [row('2026-01-01', null, 1), row('2026-05-05', null, 2)],
      ['in-force', '2026-01-01', null, '2026-05-05'],
    ],
    ['starting later', [row('2026-05-05', null, 2)], ['coming', '2026-05-05', null, null]],
    ['starting later, without a value', [row('2026-05-05', null, null)], ['missing', '2026-05-05', null, null]],
    ['without a value', [row('2026-01-01', null, null)], ['missing', '2026-01-01', null, null]],
    [
      'past, and the current period without a value',
      [row('2026-01-01', '2026-04-30', 1), row('2026-05-01', '2026-05-04', null)],
      ['past', '2026-01-01', '2026-05-01', null],
    ],
    [
      'past, and the next period also past without a value',
      [row('2026-01-01', '2026-03-31', 1), row('2026-04-01', '2026-05-03', null)],
      ['past', '2026-01-01', null, null],
    ],
  ])('toReferenceValueSummary returns the state and periods of a value %s', (_title, periods, [state, current, awaited, next]) => {
    const summary = toReferenceValueSummary(periods, '2026-05-04')
    expect(summary).toMatchObject({ state, current: { validFrom: current } })
    expect(summary.awaited?.validFrom ?? null).toBe(awaited)
    expect(summary.next?.validFrom ?? null).toBe(next)
  })

  test('finds values by key, nation and day, and resolves them in texts', async () => {
    const { key } = await makeReferenceValue(ctx, { nations: ['wales'] })
    expect(await getReferenceValue(ctx, key)).toMatchObject({
      key,
      state: 'in-force',
      periods: [{ value: 10, low: null, high: null, note: '', source }],
    })
    expect((await getReferenceValue(ctx, key, '2024-12-31')).state).toBe('coming')
    await expect(getReferenceValue(ctx, 'no.such')).rejects.toMatchObject({ status: 404, code: 'figure.not_found' })
    expect((await getReferenceValues(ctx, { nation: 'wales' })).find(key)?.value).toBe(10)
    expect((await getReferenceValues(ctx, { nation: 'england' })).find(key)).toBeUndefined()
    expect(await resolveReferenceValues(ctx, 'No figure here.')).toEqual({
      text: 'No figure here.',
      problems: [],
      keys: [],
      conditions: [],
    })
    expect((await resolveReferenceValues(ctx, `At {{${key}}}.`, { isPlain: true })).keys).toEqual([key])
    expect(await withReferenceValues(ctx, `At {{${key}}}.`, true)).toBe('At 10p.')
    expect(await withReferenceValues(ctx, `At {{${key}}}.`)).toContain(`/today/${key}`)
  })
})
