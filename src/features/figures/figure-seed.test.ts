/** Tests that the seeded reference values are complete, and lookups in them by day. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createBand, calculatePayback, createExactPriceBand } from '#features/tools/figures/bands.policy.ts'
import { NATIONS, createReferenceValues, trackReferenceValueUse, scaleRange } from './figures.policy.ts'
import { readReferenceValueRows } from './figure-seed.service.ts'

const rows = readReferenceValueRows()
const todayValues = createReferenceValues(rows, '2026-11-23')

test('every row has a valid key, label, period, source, certainty, nations and range', () => {
  expect(rows.length).toBeGreaterThan(150)
  for (const row of rows) {
    expect(row.key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$|^air-changes$/)
    expect(row.label.length, row.key).toBeGreaterThan(3)
    expect(
      [row.from, row.to ?? '2099-01-01', row.checked, row.due].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day)),
      row.key,
    ).toBe(true)
    expect((row.to ?? '2099-01-01') >= row.from, row.key).toBe(true)
    expect(row.source.url, row.key).toMatch(/^https:\/\/|^\/about$/)
    expect(['A', 'B', 'C'], row.key).toContain(row.certainty)
    expect(row.nations.length > 0 && row.nations.every((nation) => NATIONS.includes(nation)), row.key).toBe(true)
    const { value } = row
    expect(value === null || ((row.low ?? value) <= value && value <= (row.high ?? value)), row.key).toBe(true)
  }
})

test('missing and unconfirmed values have a note', () => {
  const missing = rows.filter(({ value }) => value === null).map(({ key, from }) => `${key} ${from}`)
  expect(missing).toContain('cap.electricity 2027-01-01')
  expect(rows.filter(({ value, note }) => value === null && !note)).toEqual([])
  expect(rows.filter(({ certainty, note }) => certainty === 'C' && !note).map(({ key }) => key)).toEqual([])
})

test('an estimate of this site names the site as its source, and is not confirmed', () => {
  const isOfSite = ({ source }: (typeof rows)[number]) => source.url === '/about'
  const estimates = rows.filter(({ note }) => /\b(?:our(?: own)?|an) (?:estimate|assumption)\b/i.test(note ?? ''))
  expect(estimates.filter((row) => !isOfSite(row)).map(({ key }) => key)).toEqual([])
  expect(rows.filter((row) => isOfSite(row) && row.certainty !== 'C').map(({ key }) => key)).toEqual([])
  // The publishers of related documents state no such value: how much of its use a home shifts, a floor of any size, a poor year.
  expect(estimates.map(({ key }) => key)).toEqual(
    expect.arrayContaining([
      'tariff.heat-pump-cheap-share',
      'tariff.heat-pump-peak-share',
      'tariff.home-cheap-share',
      'tariff.home-peak-share',
      'u.floor-timber',
      'solar.yield-spread',
    ]),
  )
})

test('every source in the file is that of a row', () => {
  const { sources } = parse(readFileSync('content/figures.yaml', 'utf8')) as { sources: Record<string, { url: string; title: string }> }
  const used = new Set(rows.map(({ source }) => source.title))
  expect(Object.entries(sources).flatMap(([key, { title }]) => (used.has(title) ? [] : key))).toEqual([])
})

test('the periods of a key do not overlap', () => {
  const overlapping = rows.filter((a) =>
    rows.some((b) => a !== b && a.key === b.key && a.from <= b.from && (a.to ?? '2099-01-01') >= b.from),
  )
  expect(overlapping.map(({ key }) => key)).toEqual([])
})

/**
 * Annual bills in £ that Ofgem announced for a period of the price cap, with the typical use of that time in kWh (direct debit, dual fuel).
 * The totals for July 2026 are with the new and with the previous typical use.
 */
const ANNOUNCED_TOTALS: readonly { from: string; use: readonly [electricity: number, gas: number]; pounds: number }[] = [
  { from: '2026-01-01', use: [2700, 11_500], pounds: 1758 },
  { from: '2026-04-01', use: [2700, 11_500], pounds: 1641 },
  { from: '2026-07-01', use: [2500, 9500], pounds: 1664 },
  { from: '2026-07-01', use: [2700, 11_500], pounds: 1863 },
  { from: '2026-10-01', use: [2500, 9500], pounds: 1723 },
]
const CAP_KEYS = ['cap.electricity', 'cap.electricity-standing', 'cap.gas', 'cap.gas-standing'] as const

describe('price cap', () => {
  const capRows = rows.filter(({ key }) => key.startsWith('cap.'))
  /** Returns the prices of a period in the order of `CAP_KEYS`; `null` for those that are not known. */
  const getPrices = (from: string) => CAP_KEYS.map((key) => capRows.find((row) => row.key === key && row.from === from)?.value ?? null)
  const completePeriods = [...new Set(capRows.map(({ from }) => from))].filter((from) => getPrices(from).every((price) => price !== null))

  test.each(ANNOUNCED_TOTALS)('the prices from $from give the announced total of £$pounds for $use kWh', ({ from, use, pounds }) => {
    const [electricity, electricityStanding, gas, gasStanding] = getPrices(from).map((price) => price ?? Number.NaN) as [
      number,
      number,
      number,
      number,
    ]
    const total = (use[0] * electricity + use[1] * gas + 365 * (electricityStanding + gasStanding)) / 100
    expect(Math.abs(total - pounds)).toBeLessThan(1)
  })
  test('every period with all four prices has an announced total', () => {
    expect(completePeriods).toEqual(['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'])
    expect(completePeriods.filter((from) => !ANNOUNCED_TOTALS.some((total) => total.from === from))).toEqual([])
  })
  test('every period has all four prices or none', () => {
    const periods = [...new Set(capRows.map(({ from }) => from))]
    expect(periods.filter((from) => !completePeriods.includes(from) && getPrices(from).some((price) => price !== null))).toEqual([])
  })
})

test('the lookup marks expired values, and prefers values in force', () => {
  expect(todayValues.find('cap.electricity')).toMatchObject({ value: 26.32, isExpired: false, to: '2026-12-31' })
  expect(todayValues.forDay('2027-01-15').find('cap.electricity')).toMatchObject({ value: 26.32, isExpired: true })
  expect(todayValues.find('carbon.gas')).toMatchObject({ value: 0.18231, isExpired: false })
  expect(todayValues.forDay('2026-06-01').find('carbon.gas')).toMatchObject({ value: 0.18296, isExpired: false })
  expect(todayValues.find('use.gas')).toMatchObject({ value: 9500, isExpired: false })
  expect(todayValues.forDay('2026-05-01').find('cap.electricity')).toMatchObject({ value: 24.67, isExpired: false })
  expect(todayValues.forDay('2026-05-01').find('cap.gas')).toMatchObject({ value: 5.74, isExpired: false })
  expect(todayValues.forDay('2027-06-01').find('vat.energy-saving')?.value).toBe(5)
  expect(todayValues.find('no.such')).toBeUndefined()
  expect(createReferenceValues(rows, '2020-01-01').find('cap.electricity')).toBeUndefined()
})

test('every key used by the tools is seeded', () => {
  const keys = new Set(rows.map(({ key }) => key))
  const files = globSync('src/features/tools/**/*.policy.ts').map((file) => readFileSync(file, 'utf8'))
  const usedKeys = files.flatMap((text) =>
    [...text.matchAll(/(?:find\(|referenceKey: |, )'([a-z-]+\.[a-z0-9-]+)'/g)].map(([, key = '']) => key),
  )
  expect(usedKeys.length).toBeGreaterThan(40)
  expect(usedKeys.filter((key) => !keys.has(key) && !/\.(oil|lpg)$/.test(key))).toEqual([])
})

test('trackReferenceValueUse lists each looked-up key once, for any day', () => {
  const tracked = trackReferenceValueUse(todayValues)
  tracked.find('use.gas')
  tracked.forDay('2027-06-01').find('vat.energy-saving')
  tracked.find('use.gas')
  expect(tracked.usedKeys()).toEqual(['use.gas', 'vat.energy-saving'])
})

test('scaleRange applies the relative range of a reference value to another value', () => {
  expect(scaleRange(0.9, todayValues.find('efficiency.boiler')).map((share) => share.toFixed(4))).toEqual(['0.8471', '0.9529'])
  expect(scaleRange(5, undefined)).toEqual([5, 5])
})

test('bands are ordered, and a payback without a saving is null', () => {
  expect(createBand('£', 5, [9, 2])).toEqual({ low: 2, middle: 5, high: 9, unit: '£' })
  expect(createBand('£', Number.NaN, [1])).toEqual({ low: null, middle: null, high: null, unit: '£' })
  expect(calculatePayback(createExactPriceBand(100), createBand('£', 10, [-1, 20]))).toEqual({
    low: 5,
    middle: 10,
    high: null,
    unit: 'years',
  })
  expect(calculatePayback(createExactPriceBand(0), createBand('£', -10))).toEqual({ low: 0, middle: 0, high: 0, unit: 'years' })
})
