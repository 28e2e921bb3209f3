/** The register's seed: whole, dated, sourced, and what a sum gets from it on a given day. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bandOf, paybackBand, samePrice } from '#features/tools/figures/bands.policy.ts'
import { NATIONS, makeFigures, noteFigureUse, rangeAroundOwn } from './figures.policy.ts'
import { readFigureRows } from './figure-seed.service.ts'

const rows = readFigureRows()
const today = makeFigures(rows, '2026-11-23')

test('every row says what it is, for whom, from when, by whom and how sure', () => {
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

test('what is missing stays missing, and what is not sure says so', () => {
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

test('the cap gives the two headline totals that were reported for it', () => {
  const july = makeFigures(rows, '2026-07-15')
  const of = (key: string) => july.find(key)?.value ?? 0
  const year = (electricity: number, gas: number) =>
    (electricity * of('cap.electricity') + gas * of('cap.gas') + 365 * (of('cap.electricity-standing') + of('cap.gas-standing'))) / 100
  expect(year(2500, 9500).toFixed(2)).toBe('1663.84')
  expect(year(2700, 11_500).toFixed(2)).toBe('1862.66')
})

test('a figure past its date is still found, and says so; one that is in force wins', () => {
  expect(today.find('cap.electricity')).toMatchObject({ value: 26.11, isExpired: true, to: '2026-09-30' })
  expect(today.find('carbon.gas')).toMatchObject({ value: 0.18296, isExpired: true })
  expect(today.find('use.gas')).toMatchObject({ value: 9500, isExpired: false })
  expect(today.on('2026-05-01').find('cap.electricity')).toMatchObject({ value: 24.67, isExpired: false })
  expect(today.on('2026-05-01').find('cap.gas')).toMatchObject({ value: 5.93, isExpired: true })
  expect(today.on('2027-06-01').find('vat.energy-saving')?.value).toBe(5)
  expect(today.find('no.such')).toBeUndefined()
  expect(makeFigures(rows, '2020-01-01').find('cap.electricity')).toBeUndefined()
})

test('every key that the code asks for is in the register', () => {
  const keys = new Set(rows.map(({ key }) => key))
  const files = globSync('src/features/tools/**/*.policy.ts').map((file) => readFileSync(file, 'utf8'))
  const asked = files.flatMap((text) => [...text.matchAll(/(?:find\(|figure: |, )'([a-z-]+\.[a-z0-9-]+)'/g)].map(([, key = '']) => key))
  expect(asked.length).toBeGreaterThan(40)
  expect(asked.filter((key) => !keys.has(key) && !/\.(oil|lpg)$/.test(key))).toEqual([])
})

test('what was asked for is noted once, on whatever day', () => {
  const noted = noteFigureUse(today)
  noted.find('use.gas')
  noted.on('2027-06-01').find('vat.energy-saving')
  noted.find('use.gas')
  expect(noted.usedKeys()).toEqual(['use.gas', 'vat.energy-saving'])
})

test('a spread of one’s own is as wide as the register’s', () => {
  expect(rangeAroundOwn(0.9, today.find('efficiency.boiler')).map((share) => share.toFixed(4))).toEqual(['0.8471', '0.9529'])
  expect(rangeAroundOwn(5, undefined)).toEqual([5, 5])
})

test('bands are in order, and a payback without a saving has no end', () => {
  expect(bandOf('£', 5, [9, 2])).toEqual({ low: 2, middle: 5, high: 9, unit: '£' })
  expect(bandOf('£', Number.NaN, [1])).toEqual({ low: null, middle: null, high: null, unit: '£' })
  expect(paybackBand(samePrice(100), bandOf('£', 10, [-1, 20]))).toEqual({ low: 5, middle: 10, high: null, unit: 'years' })
  expect(paybackBand(samePrice(0), bandOf('£', -10))).toEqual({ low: 0, middle: 0, high: 0, unit: 'years' })
})
