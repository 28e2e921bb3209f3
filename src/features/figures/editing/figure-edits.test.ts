/** What an edit of the register writes down, what an editor finds in it, and what is said of it in feeds. */
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, at, ctx, entries, useEditorFixture } from '#tests/support/editor-fixture.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import * as editing from './figure-editing.service.ts'
import { listFigureNews } from '#features/figures/uses/figure-news.service.ts'
import { listFigureProblems, listFigureUses } from '#features/figures/uses/figure-uses.service.ts'
import { processCaches } from '#platform/cache/cache-group.ts'
import { figuresInForce, getFigure, resolveFigures, toRegistered, withFigures } from '#features/figures/figure.service.ts'
import { makeFigure, newFigureValue } from '#features/figures/figure.factory.ts'
import type { FigureRow } from '#features/figures/figures.policy.ts'

useEditorFixture()
beforeEach(async () => {
  for (const table of ['figure_values', 'figures', 'articles'] as const) await ctx.db.deleteFrom(table).execute()
  processCaches.invalidate(ctx.site.id, ['figures'])
})
const tool = { title: 'A tool', path: '/tools/x', keys: ['a.one'] }
const features = () =>
  [{ name: 'none' }, { name: 'x', listFigureUsers: () => [tool, { ...tool, title: 'Another', keys: ['b.two'] }] }] as never
const valuesOf = (id: number) => ctx.db.selectFrom('figure_values').selectAll().where('figure_id', '=', id).orderBy('id').execute()
const source = { title: 'A table', publisher: 'Its maker', url: 'https://example.org/table' }

describe('the list', () => {
  const page = { page: 1, perPage: 10 }
  test('by what is wanted; searched by key and name, narrowed, and in pages', async () => {
    const given: Partial<FigureRow>[] = [
      { key: 'a.fine', label: 'Price of Gas' },
      { key: 'b.due', label: 'B', due: '2026-05-04' },
      { key: 'c.past', label: 'C', to: '2026-05-03' },
      { key: 'd.missing', label: 'D gas', value: null },
      { key: 'e.unsure', label: 'E', certainty: 'C' },
      { key: 'f.soon', label: 'F', due: '2026-05-05', to: '2026-05-04' },
    ]
    for (const one of given) await makeFigure(ctx, one)
    const keys = async (query: object = {}) => {
      const { items, total } = await editing.listFigureEntries(ctx, { ...page, ...query } as never)
      return [items.map(({ key }) => key), total]
    }
    expect(await keys()).toEqual([['d.missing', 'c.past', 'b.due', 'e.unsure', 'f.soon', 'a.fine'], 6])
    expect(await keys({ search: 'GAS' })).toEqual([['d.missing', 'a.fine'], 2])
    expect(await keys({ search: '.due' })).toEqual([['b.due'], 1])
    expect(await keys({ attention: 'fine' })).toEqual([['f.soon', 'a.fine'], 2])
    expect(await keys({ attention: 'fine', search: 'f.s' })).toEqual([['f.soon'], 1])
    expect(await keys({ page: 2, perPage: 4 })).toEqual([['f.soon', 'a.fine'], 6])
    expect(await editing.countPressingFigures(ctx)).toBe(3)
  })
})

describe('a new value', () => {
  test('is noted whole, beside the one before; who, when and from which source', async () => {
    const { key, id } = await makeFigure(ctx, { key: 'a.one', label: 'One' })
    const form = newFigureValue({ low: 12, high: 13, note: 'New.' }) as never
    const detail = await editing.addFigureValue(ctx, features, id, form)
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
    const [[action, type, subject, title, was, is]] = (await entries()) as [unknown[]]
    expect([action, type, subject, title]).toEqual(['figure.edit', 'figure', id, 'One'])
    // What has not changed is not said.
    const changed = Object.entries(form)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as 'note']))
      .map(([name]) => name)
    expect(is).toEqual(Object.fromEntries(changed.map((name) => [name, form[name]])))
    expect(was).toEqual(Object.fromEntries(changed.map((name) => [name, before[name as 'note']])))
    expect(await valuesOf(id)).toMatchObject([
      { value: 10, valid_to: null, superseded_at: at(0) },
      { value: 10, valid_to: '2026-05-31', superseded_at: null, created_at: at(0), checked_by: null },
      { value: 12.5, valid_from: '2026-06-01', superseded_at: null, created_at: at(0), checked_by: admin.id },
    ])
    expect((await ctx.db.selectFrom('figures').select('changed_at').execute())[0]?.changed_at).toBe(at(0))
  })

  test('by nobody who is known; not of what is not there, nor where it would cut off another', async () => {
    const { id } = await makeFigure(ctx, { from: '2026-07-01', to: '2026-09-30' })
    await editing.addFigureValue({ ...ctx, viewer: null }, features, id, newFigureValue({ validTo: '2026-06-30' }) as never)
    expect((await valuesOf(id)).at(-1)?.checked_by).toBeNull()
    const message = 'Another value holds from 2026-07-01. End this one on 2026-06-30 or before.'
    const cut = editing.addFigureValue(ctx, features, id, newFigureValue({ validTo: '2026-07-31' }) as never)
    await expect(cut).rejects.toMatchObject({ status: 400, message, errors: [{ path: 'validTo', message }] })
    await expect(editing.addFigureValue(ctx, features, id + 1000, newFigureValue() as never)).rejects.toMatchObject({
      status: 404,
      code: 'figure.not_found',
    })
    expect(await valuesOf(id)).toHaveLength(2)
  })
})

test('checked: the days, who and the log; not what another has taken the place of, or is not there', async () => {
  const { id } = await makeFigure(ctx, { label: 'One', due: '2026-05-01' })
  const valueId = (await valuesOf(id))[0]?.id ?? 0
  const check = { checkedOn: '2026-05-04', dueOn: '2026-08-04' }
  const detail = await editing.checkFigureValue(ctx, features, valueId, check)
  expect([detail.id, detail.attention, detail.checkedBy, detail.current]).toEqual([
    id,
    'fine',
    expect.stringMatching(/^Member /),
    expect.objectContaining(check),
  ])
  expect(await entries()).toEqual([['figure.check', 'figure', id, 'One', { checkedOn: '2026-01-01', dueOn: '2026-05-01' }, check]])
  await editing.addFigureValue(ctx, features, id, newFigureValue() as never)
  const message = 'Another value has taken the place of this one. Load it again.'
  await expect(editing.checkFigureValue(ctx, features, valueId, check)).rejects.toMatchObject({
    status: 409,
    code: 'figure.changed',
    message,
  })
  await expect(editing.checkFigureValue(ctx, features, 77_777, check)).rejects.toMatchObject({ status: 404 })
  await expect(editing.getFigureEntry(ctx, features, 77_777)).rejects.toMatchObject({ status: 404, code: 'figure.not_found' })
})

test('in feeds: what it is, for how long, how sure, and where it is said', async () => {
  const rows: [Partial<FigureRow>, string, string][] = [
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
  for (const [row] of rows) await makeFigure(ctx, row)
  const news = (await listFigureNews(ctx, 10)).toReversed()
  expect(news).toEqual(
    rows.map(([{ key }, title, text]) => ({
      id: expect.any(Number),
      key,
      title,
      text: `${text}\n\nSource: A table, Its maker (https://example.org/table).`,
      at: at(0),
    })),
  )
  expect(await listFigureNews(ctx, 2)).toEqual(news.toReversed().slice(0, 2))
})

describe('what depends on it', () => {
  test('tools and texts, as they are and as they would be; those that want their author', async () => {
    const { key } = await makeFigure(ctx, { key: 'a.one' })
    const fine = await makeArticle(ctx, { title: 'A fine one', content: `It costs {{${key}}}.` })
    const holds = await makeArticle(ctx, { title: 'B holds', content: `It is {{if ${key} < 11}}cheap{{else}}dear{{end}}.` })
    const broken = await makeArticle(ctx, { title: 'C broken', content: 'It costs {{no.such}}.' })
    const of = (one: { title: string; slug: string }) => ({ kind: 'article', title: one.title, path: `/articles/${one.slug}` })
    const toolUse = { kind: 'tool', title: 'A tool', path: '/tools/x', sentences: [], problems: [] }
    const uses = await listFigureUses(ctx, features, key)
    expect(uses.map(({ title }) => title)).toEqual(['A tool', 'A fine one', 'B holds'])
    expect(uses.slice(0, 2)).toEqual([toolUse, { ...of(fine), sentences: [], problems: [] }])
    const after = (await listFigureUses(ctx, features, key, { value: 12 })).find(({ title }) => title === holds.title)
    expect(after).toEqual({ ...of(holds), sentences: [{ condition: `${key} < 11`, holds: true, holdsAfter: false }], problems: [] })
    const problems = await listFigureProblems(ctx)
    expect(problems.find(({ title }) => title === broken.title)).toMatchObject({
      ...of(broken),
      sentences: [],
      problems: [expect.anything()],
    })
    expect(problems.map(({ title }) => title)).not.toContain(fine.title)
  })
})

describe('the register', () => {
  const row = (from: string, to: string | null, value: number | null): FigureRow => ({
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
  test.each<[string, FigureRow[], [string, string, string | null, string | null]]>([
    ['in force', [row('2026-01-01', null, 1)], ['in-force', '2026-01-01', null, null]],
    ['on its last day', [row('2026-01-01', '2026-05-04', 1)], ['in-force', '2026-01-01', null, null]],
    ['past since yesterday', [row('2026-01-01', '2026-05-03', 1)], ['past', '2026-01-01', null, null]],
    ['from today on', [row('2026-01-01', '2026-05-03', 1), row('2026-05-04', null, 2)], ['in-force', '2026-05-04', null, null]],
    ['with one to come', [row('2026-01-01', null, 1), row('2026-05-05', null, 2)], ['in-force', '2026-01-01', null, '2026-05-05']],
    ['to come', [row('2026-05-05', null, 2)], ['coming', '2026-05-05', null, null]],
    ['to come, and not known', [row('2026-05-05', null, null)], ['missing', '2026-05-05', null, null]],
    ['not known', [row('2026-01-01', null, null)], ['missing', '2026-01-01', null, null]],
    [
      'past, and the next not known',
      [row('2026-01-01', '2026-04-30', 1), row('2026-05-01', '2026-05-04', null)],
      ['past', '2026-01-01', '2026-05-01', null],
    ],
    [
      'past, and the next was not known either',
      [row('2026-01-01', '2026-03-31', 1), row('2026-04-01', '2026-05-03', null)],
      ['past', '2026-01-01', null, null],
    ],
  ])('%s', (_what, periods, expected) => {
    const { state, current, awaited, next } = toRegistered(periods, '2026-05-04')
    expect([state, current.validFrom, awaited?.validFrom ?? null, next?.validFrom ?? null]).toEqual(expected)
  })

  test('by its key with all its periods; in texts, by nation and day', async () => {
    const { key } = await makeFigure(ctx, { nations: ['wales'] })
    expect(await getFigure(ctx, key)).toMatchObject({
      key,
      state: 'in-force',
      periods: [{ value: 10, low: null, high: null, note: '', source }],
    })
    expect((await getFigure(ctx, key, '2024-12-31')).state).toBe('coming')
    await expect(getFigure(ctx, 'no.such')).rejects.toMatchObject({ status: 404, code: 'figure.not_found' })
    expect([
      (await figuresInForce(ctx, { nation: 'wales' })).find(key)?.value,
      (await figuresInForce(ctx, { nation: 'england' })).find(key),
    ]).toEqual([10, undefined])
    expect(await resolveFigures(ctx, 'No figure here.')).toEqual({ text: 'No figure here.', problems: [], keys: [], conditions: [] })
    expect((await resolveFigures(ctx, `At {{${key}}}.`, { isPlain: true })).keys).toEqual([key])
    expect(await withFigures(ctx, `At {{${key}}}.`, true)).toBe('At 10p.')
    expect(await withFigures(ctx, `At {{${key}}}.`)).toContain(`/today/${key}`)
  })
})
