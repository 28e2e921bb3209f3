/** Tests the rules of reference values: formatting, groups, attention, periods, lookup and expressions. */
import { describe, expect, test } from 'vitest'
import { attentionOf, compareAttention, isUrgentReferenceValue, type ReferenceValueAttentionName } from './uses/figure-attention.policy.ts'
import { evaluateCondition, evaluateExpression } from './texts/figure-expression.policy.ts'
import { formatReferenceValue, formatReferenceRange, splitReferenceValue } from './texts/figure-format.policy.ts'
import { groupOfReferenceValue } from './figure-groups.policy.ts'
import { placePeriod } from './figure-periods.policy.ts'
import { createReferenceValues, trackReferenceValueUse, scaleRange, type ReferenceValue, type ReferenceValueRow } from './figures.policy.ts'

const ROW: ReferenceValueRow = {
  key: 'cap.gas',
  label: 'Gas',
  value: 7,
  unit: 'p/kWh',
  nations: ['wales'],
  from: '2026-01-01',
  to: '2026-03-31',
  source: { title: 'Cap', publisher: 'Ofgem', url: 'https://example.org' },
  checked: '2026-01-01',
  due: '2026-04-01',
  certainty: 'A',
}

describe('formatting', () => {
  test.each([
    [26.11, 'p/kWh', '26.11p', ' a kWh'],
    [57.19, 'p/day', '57.19p', ' a day'],
    [158.5, 'p/litre', '158.5p', ' a litre'],
    [12, 'p/mile', '12p', ' a mile'],
    [0.177, 'kg/kWh', '0.177 kg', ' a kWh'],
    [10.3, 'kWh/litre', '10.3 kWh', ' a litre'],
    [7500, '£', '£7,500', ''],
    [7500.5, '£', '£7,500.50', ''],
    [1876, '£/kW', '£1,876', ' a kW'],
    [700, '£/kWh', '£700', ' a kWh'],
    [5, '%', '5%', ''],
    [0.85, 'share', '85%', ''],
    [0.8549, 'share', '85.5%', ''],
    [3.5, 'p', '3.5p', ''],
    [0.5, '1/h', '0.5', ' an hour'],
    [1.25, 'factor', '1.25', ''],
    [3, '', '3', ''],
    [-3, '°C', '−3 °C', ''],
    [0, '£', '£0', ''],
    [0.123456, 'factor', '0.12346', ''],
    [2027, 'year', '2027', ''],
    [2027.5, 'year', 'second half of 2027', ''],
  ])('splits %d %s into %s and %j', (value, unit, amount, rest) => expect(splitReferenceValue(value, unit)).toEqual({ amount, rest }))

  test('uses the requested number of decimals', () => {
    expect(formatReferenceValue(1234.5, '£', { decimals: 0 })).toBe('£1,235')
    expect(formatReferenceValue(7, 'p/kWh', { decimals: 2, isLong: true })).toBe('7.00p a kWh')
  })

  test.each([
    [3, 15, {}, '3p to 15p'],
    [3, 15, { isLong: true }, '3p to 15p a kWh'],
    [3, 3, { isLong: true }, '3p a kWh'],
    [3, 4.25, { decimals: 1 }, '3.0p to 4.3p'],
  ])('formats the range %d to %d, %j, as %s', (low, high, form, text) => expect(formatReferenceRange(low, high, 'p/kWh', form)).toBe(text))
})

describe('group by key', () => {
  test.each([
    ['cap.electricity', 'energy'],
    ['cap', 'energy'],
    ['capital.cost', 'sums'],
    ['car.grant', 'grants'],
    ['car.grant-van', 'grants'],
    ['car.tax', 'tax'],
    ['vat.energy', 'tax'],
    ['carbon.gas', 'carbon'],
    ['charging.rapid', 'fuel'],
    ['chargepoint.grant', 'grants'],
    ['solar.price', 'jobs'],
    ['solar.yield', 'sums'],
    ['heat-pump.price', 'jobs'],
    ['battery.price-small', 'jobs'],
    ['epc.reform', 'rules'],
    ['scotland-loan.most', 'grants'],
  ])('%s is in group %s', (key, group) => expect(groupOfReferenceValue(key)).toBe(group))
})

describe('attention', () => {
  const makeState = (overrides: object = {}, current: object = {}) =>
    ({ state: 'in-force', awaited: null, current: { dueOn: '2026-11-24', certainty: 'A', ...current }, ...overrides }) as never
  test.each([
    [makeState(), 'fine'],
    [makeState({}, { dueOn: '2026-11-23' }), 'due'],
    [makeState({}, { certainty: 'B' }), 'fine'],
    [makeState({}, { certainty: 'C' }), 'unconfirmed'],
    [makeState({}, { certainty: 'C', dueOn: '2026-01-01' }), 'due'],
    [makeState({ state: 'past' }, { dueOn: '2026-01-01' }), 'past'],
    [makeState({ state: 'missing' }), 'missing'],
    [makeState({ state: 'past', awaited: {} }), 'missing'],
  ])('attention of %j is %s', (summary, attention) => expect(attentionOf(summary, '2026-11-23')).toBe(attention))

  test('compareAttention sorts by urgency, then by due date, then by label', () => {
    const makeEntry = (attention: ReferenceValueAttentionName, dueOn: string, label: string) => ({ attention, current: { dueOn }, label })
    const sorted = [
      makeEntry('missing', '2027-01-01', 'z'),
      makeEntry('past', '2026-02-01', 'a'),
      makeEntry('due', '2026-01-01', 'b'),
      makeEntry('due', '2026-01-02', 'a'),
      makeEntry('due', '2026-01-02', 'c'),
      makeEntry('unconfirmed', '2025-01-01', 'a'),
      makeEntry('fine', '2025-01-01', 'a'),
    ]
    expect(sorted.toReversed().toSorted(compareAttention)).toEqual(sorted)
    expect([...new Set(sorted.map(({ attention }) => attention))].filter(isUrgentReferenceValue)).toEqual(['missing', 'past', 'due'])
  })
})

describe('placePeriod', () => {
  const makePeriod = (from: string, to: string | null, id = 1) => [{ id, from, to }]
  test.each([
    ['after the current one', makePeriod('2026-01-01', '2026-05-31'), '2026-06-01', null, [], undefined],
    ['before the current one', makePeriod('2026-07-01', null), '2026-06-01', '2026-06-30', [], undefined],
    ['overlapping the last day', makePeriod('2026-01-01', '2026-06-01'), '2026-06-01', null, [1], { id: 1, to: '2026-05-31' }],
    ['within an open-ended one', makePeriod('2026-01-01', null), '2026-06-01', '2026-06-30', [1], { id: 1, to: '2026-05-31' }],
    ['on the same days', makePeriod('2026-06-01', '2026-06-30'), '2026-06-01', '2026-06-30', [1], undefined],
    ['on the same first day, and shorter', makePeriod('2026-06-01', null), '2026-06-01', '2026-06-30', [1], undefined],
    ['around the current one', makePeriod('2026-06-10', '2026-06-30'), '2026-06-01', '2026-06-30', [1], undefined],
    [
      'starting on 1 March of a leap year',
      makePeriod('2024-01-01', '2024-12-31'),
      '2024-03-01',
      '2024-12-31',
      [1],
      { id: 1, to: '2024-02-29' },
    ],
  ])('supersedes and cuts the right periods for a new one %s', (_name, periods, from, to, superseded, cut) =>
    expect(placePeriod(periods, { from, to })).toEqual({ superseded, cut }),
  )

  test.each([
    [
      makePeriod('2026-01-01', '2026-12-31'),
      '2026-06-01',
      '2026-06-30',
      'Another value is valid until 2026-12-31. End this one on that day, or start with it.',
    ],
    [
      makePeriod('2026-06-15', '2026-12-31'),
      '2026-06-01',
      '2026-06-30',
      'Another value is valid from 2026-06-15. End this one on 2026-06-14 or before.',
    ],
    [
      makePeriod('2026-06-30', null),
      '2026-06-01',
      '2026-06-30',
      'Another value is valid from 2026-06-30. End this one on 2026-06-29 or before.',
    ],
  ])('rejects a period that would remove the end of another one: %j', (periods, from, to, problem) =>
    expect(placePeriod(periods, { from, to })).toEqual({ problem }),
  )

  test('an open-ended period supersedes a later open-ended one', () => {
    expect(
      placePeriod([...makePeriod('2026-07-01', null, 2), ...makePeriod('2025-01-01', '2026-06-30', 1)], { from: '2026-06-01', to: null }),
    ).toEqual({ superseded: [2, 1], cut: { id: 1, to: '2026-05-31' } })
  })
})

describe('lookup by day', () => {
  const rows: ReferenceValueRow[] = [
    ROW,
    { ...ROW, value: 8, from: '2026-04-01', to: '2026-06-30', low: 6, high: 9 },
    { ...ROW, value: null, from: '2026-07-01', to: null },
    { ...ROW, key: 'cap.power', value: null },
  ]
  test.each([
    ['2025-12-31', undefined],
    ['2026-01-01', { value: 7, low: 7, high: 7, isExpired: false }],
    ['2026-03-31', { value: 7, isExpired: false }],
    ['2026-04-01', { value: 8, low: 6, high: 9, isExpired: false }],
    ['2026-06-30', { value: 8, isExpired: false }],
    ['2026-07-01', { value: 8, isExpired: true }],
  ])('the lookup for %s finds %j', (day, expected) => {
    const referenceValue = createReferenceValues(rows, '2020-01-01').forDay(day).find('cap.gas')
    expect({ found: referenceValue }).toMatchObject({ found: expected })
  })
  test('prefers values in force over expired ones that began later, and the latest of several in force', () => {
    const openEnded = { ...ROW, value: 1, to: null }
    expect(createReferenceValues([{ ...ROW, from: '2026-02-01' }, openEnded], '2026-12-01').find('cap.gas')?.value).toBe(1)
    expect(createReferenceValues([openEnded, { ...openEnded, value: 2, from: '2026-02-01' }], '2026-12-01').find('cap.gas')?.value).toBe(2)
    expect(createReferenceValues(rows, '2026-02-01').find('cap.power')).toBeUndefined()
  })
  test('trackReferenceValueUse tracks each looked-up key once, for other days too', () => {
    const tracked = trackReferenceValueUse(createReferenceValues(rows, '2026-02-01'))
    expect(tracked.find('cap.gas')?.value).toBe(7)
    expect(tracked.forDay('2026-05-01').find('cap.gas')?.value).toBe(8)
    expect(tracked.find('no.such')).toBeUndefined()
    expect(tracked.day).toBe('2026-02-01')
    expect(tracked.forDay('2026-05-01').day).toBe('2026-05-01')
    expect(tracked.isKnown('cap.power')).toBe(true)
    expect(tracked.isKnown('no.such')).toBe(false)
    expect(tracked.usedKeys()).toEqual(['cap.gas', 'no.such'])
  })
  test('scaleRange applies the relative range to another value', () => {
    const share = { value: 0.85, low: 0.8, high: 0.9 } as ReferenceValue
    const [low, high] = scaleRange(0.9, share)
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.847', '0.953'])
    expect(scaleRange(5, undefined)).toEqual([5, 5])
    expect(scaleRange(5, { ...share, value: 0 })).toEqual([5, 5])
  })
})

describe('expressions', () => {
  const find = (key: string) => ({ 'a.b': 5, 'a.b-c': 7, 'a.b@2026-05': 9, 'a.b@2026-05-02': 11 })[key]
  test.each([
    ['a.b@2026-05 + a.b@2026-05-02', 20],
    ['a.b-c - a.b', 2],
    ['  1.5*2 ', 3],
    ['8 / 2 / 2', 2],
    ['2 - -3', 5],
    ['min(3, 2, 4)', 2],
    ['abs(0 - 4) + round(2.5)', 7],
    ['((((7))))', 7],
    [`${'1+'.repeat(149)}10`, 159],
    [`${'('.repeat(39)}1${')'.repeat(39)}`, 1],
    [`${'-'.repeat(38)}1`, 1],
    [`${'(1)+'.repeat(60)}1`, 61],
    [`${'-1+'.repeat(60)}1`, -59],
  ])('evaluates %s to %d', (expression, value) => expect(evaluateExpression(expression, find)).toBe(value))
  test.each([
    ['1 # 2', '“# 2” cannot be used in a formula.'],
    [`1 ${'#'.repeat(30)}`, `“${'#'.repeat(20)}” cannot be used in a formula.`],
    [`${'1+'.repeat(150)}1`, 'This formula is too long.'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, 'This formula has too many brackets.'],
    [`${'-'.repeat(60)}1`, 'This formula has too many signs.'],
    ['(1', 'A bracket is not closed.'],
    ['min(1', 'A bracket is not closed.'],
    ['min', '“min” needs a bracket after it.'],
    ['1 )', 'There is text after the end of this formula.'],
    ['*', 'A number or a key is missing in this formula.'],
  ])('evaluateExpression rejects %s: %s', (expression, message) => expect(() => evaluateExpression(expression, find)).toThrow(message))
  test.each([
    ['1 < 2', true],
    ['2 < 2', false],
    ['2 <= 2', true],
    ['3 <= 2', false],
    ['2 > 2', false],
    ['3 > 2', true],
    ['2 >= 2', true],
    ['1 >= 2', false],
    ['1 < 2 and 3 < 2', false],
    ['3 < 2 and 1 < 2', false],
    ['1 < 2 and 2 < 3', true],
    ['x.y < 2', undefined],
    ['2 < x.y and 1 < 2', undefined],
    ['1 < 2 and 1 < x.y', undefined],
  ])('evaluates the condition %s to %s', (condition, holds) => expect(evaluateCondition(condition, find)).toBe(holds))
  test('evaluateCondition rejects text after a condition, and expressions without a comparison', () => {
    expect(() => evaluateCondition('1 < 2 or 2', find)).toThrow('There is text after the end of this formula.')
    expect(() => evaluateCondition('1', find)).toThrow('A condition compares two formulas with <, >, <= or >=.')
  })
})
