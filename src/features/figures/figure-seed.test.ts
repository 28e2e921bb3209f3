/** Completeness of the seeded reference values, and lookup in them by day. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bandOf, paybackBand, samePrice } from '#features/tools/figures/bands.policy.ts'
import { NATIONS, createReferenceValues, trackReferenceValueUse, scaleRange } from './figures.policy.ts'
import { readReferenceValueRows } from './figure-seed.service.ts'

const rows = readReferenceValueRows()
const today = createReferenceValues(rows, '2026-11-23')

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
  expect(missing).toContain('cap.electricity 2026-10-01')
  expect(missing).toContain('carbon.electricity 2026-06-10')
  expect(rows.filter(({ value, note }) => value === null && !note)).toEqual([])
  expect(rows.filter(({ certainty, note }) => certainty === 'C' && !note).map(({ key }) => key)).toEqual([])
})

test('the periods of a key do not overlap', () => {
  const overlapping = rows.filter((a) =>
    rows.some((b) => a !== b && a.key === b.key && a.from <= b.from && (a.to ?? '2099-01-01') >= b.from),
  )
  expect(overlapping.map(({ key }) => key)).toEqual([])
})

test('the price cap reproduces its two published yearly totals', () => {
  const july = createReferenceValues(rows, '2026-07-15')
  const of = (key: string) => july.find(key)?.value ?? 0
  const year = (electricity: number, gas: number) =>
    (electricity * of('cap.electricity') + gas * of('cap.gas') + 365 * (of('cap.electricity-standing') + of('cap.gas-standing'))) / 100
  expect(year(2500, 9500).toFixed(2)).toBe('1663.84')
  expect(year(2700, 11_500).toFixed(2)).toBe('1862.66')
})

test('finds expired values and marks them, and prefers values in force', () => {
  expect(today.find('cap.electricity')).toMatchObject({ value: 26.11, isExpired: true, to: '2026-09-30' })
  expect(today.find('carbon.gas')).toMatchObject({ value: 0.18296, isExpired: true })
  expect(today.find('use.gas')).toMatchObject({ value: 9500, isExpired: false })
  expect(today.on('2026-05-01').find('cap.electricity')).toMatchObject({ value: 24.67, isExpired: false })
  expect(today.on('2026-05-01').find('cap.gas')).toMatchObject({ value: 5.93, isExpired: true })
  expect(today.on('2027-06-01').find('vat.energy-saving')?.value).toBe(5)
  expect(today.find('no.such')).toBeUndefined()
  expect(createReferenceValues(rows, '2020-01-01').find('cap.electricity')).toBeUndefined()
})

test('every key used by the tools is seeded', () => {
  const keys = new Set(rows.map(({ key }) => key))
  const files = globSync('src/features/tools/**/*.policy.ts').map((file) => readFileSync(file, 'utf8'))
  const used = files.flatMap((text) =>
    [...text.matchAll(/(?:find\(|referenceKey: |, )'([a-z-]+\.[a-z0-9-]+)'/g)].map(([, key = '']) => key),
  )
  expect(used.length).toBeGreaterThan(40)
  expect(used.filter((key) => !keys.has(key) && !/\.(oil|lpg)$/.test(key))).toEqual([])
})

test('tracks each used key once, on any day', () => {
  const tracked = trackReferenceValueUse(today)
  tracked.find('use.gas')
  tracked.on('2027-06-01').find('vat.energy-saving')
  tracked.find('use.gas')
  expect(tracked.usedKeys()).toEqual(['use.gas', 'vat.energy-saving'])
})

test('applies the relative range of a reference value to another value', () => {
  expect(scaleRange(0.9, today.find('efficiency.boiler')).map((share) => share.toFixed(4))).toEqual(['0.8471', '0.9529'])
  expect(scaleRange(5, undefined)).toEqual([5, 5])
})

test('bands are ordered, and a payback without a saving is null', () => {
  expect(bandOf('£', 5, [9, 2])).toEqual({ low: 2, middle: 5, high: 9, unit: '£' })
  expect(bandOf('£', Number.NaN, [1])).toEqual({ low: null, middle: null, high: null, unit: '£' })
  expect(paybackBand(samePrice(100), bandOf('£', 10, [-1, 20]))).toEqual({ low: 5, middle: 10, high: null, unit: 'years' })
  expect(paybackBand(samePrice(0), bandOf('£', -10))).toEqual({ low: 0, middle: 0, high: 0, unit: 'years' })
})
