/**
 * Recalculates the claims in products and topics: miles per hour of charging, hours to charge, paybacks, and prices of an amount of energy.
 * A new claim of these kinds fails the last test until its formula is listed here.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { CONTENT_FOLDER } from './content.files.ts'

/** Electricity that a car uses, in kWh a mile, as in the guides and the tool `car-and-tariff`. */
const KWH_PER_MILE = 0.28
/** Share of the electricity from the socket that reaches a car’s battery: the reference value `efficiency.charging`. */
const CHARGING_EFFICIENCY = 0.9
const LITRES_PER_GALLON = 4.546
/** Heat that warms a litre of water by 1 °C, in kWh. */
const KWH_PER_LITRE_AND_DEGREE = 4.19 / 3600

const calculateMiles = (kilowatts: number, hours: number) => (kilowatts * hours * CHARGING_EFFICIENCY) / KWH_PER_MILE
const calculatePounds = (kWh: number, pence: number) => (kWh * pence) / 100
/** Saving of a battery in £ a year, at one cycle a day. */
const calculateNightSaving = (kWh: number, dayPence: number, nightPence: number, efficiency: number) =>
  calculatePounds(365 * kWh, dayPence - nightPence / efficiency)

interface Claim {
  file: string
  /** Words of the claim, as they are in the file. */
  text: string
  calculated: number
  /** Number that the text states. */
  stated: number
  /** Largest accepted difference: half of the last digit that the text gives, or the range of an “about”. */
  tolerance: number
}

const TOPICS = 'topics.yaml'
const product = (slug: string) => `products/${slug}.yaml`
/** kWh from the wall of a driver of 38,000 miles a year at 3.4 miles per kWh. */
const TAXI_KWH = 38_000 / 3.4 / CHARGING_EFFICIENCY
const TAXI_COST = calculatePounds(TAXI_KWH, 0.7 * 8 + 0.3 * 55)
const DIESEL_PENCE_PER_MILE = (LITRES_PER_GALLON / 50) * 186
/** Price of a kWh of the owner of the old freezer, in pence. */
const FREEZER_PENCE = (160 / 611) * 100

const claim = (file: string, text: string, calculated: number, stated: number, tolerance: number): Claim => ({
  file,
  text,
  calculated,
  stated,
  tolerance,
})

const CLAIMS: readonly Claim[] = [
  // Miles per hour of charging
  claim(product('plover-granny-3'), 'about 7.4 miles of range in an hour', calculateMiles(2.3, 1), 7.4, 0.05),
  claim(product('plover-granny-3'), 'a night of ten hours brings back about 74', calculateMiles(2.3, 10), 74, 0.5),
  claim(product('rookery-kerb-7'), 'about 24 miles for each hour on charge', calculateMiles(7.4, 1), 24, 0.5),

  // Hours and amounts of charging
  claim(product('plover-yard-11'), 'fills a 60 kWh battery in about six hours', 60 / CHARGING_EFFICIENCY / 11, 6, 0.1),
  claim(product('plover-yard-11'), '7.4 kW puts 33 kWh or more into the car', 7.4 * 5 * CHARGING_EFFICIENCY, 33, 0.5),
  claim(product('marlow-cylinder-210'), 'about an hour and a quarter with a 7 kW', (210 * 35 * KWH_PER_LITRE_AND_DEGREE) / 7, 1.25, 0.05),
  claim(TOPICS, '68 miles is a little over three hours at the wall, even in winter', (68 * KWH_PER_MILE * 1.15) / 0.9 / 7.4, 3.25, 0.3),

  // Years of payback
  claim(TOPICS, 'I make that twelve years', 3100 / calculatePounds(365, 4 * 28 - (4 / 0.9) * 9), 12, 0.5),
  claim(TOPICS, '4 × 28 minus 4.4 × 9 is 72p a day, or £264 a year', calculatePounds(365, 72.4), 264, 0.5),
  claim(TOPICS, 'it would pay for itself in two years and four months', 380 / 160, 2 + 4 / 12, 0.05),
  claim(TOPICS, 'The new one still costs you £55 a year to run', calculatePounds(210, FREEZER_PENCE), 55, 0.5),
  claim(TOPICS, 'The saving is £105, and that makes three years and seven months', 380 / 105, 3 + 7 / 12, 0.05),

  // kWh × price
  claim(product('hearthstone-nook-3'), '18p between the rates it can earn about £180', calculateNightSaving(3, 27, 9, 0.87), 180, 5),
  claim(product('brightwell-tile-15'), '4 kWp takes 267 tiles', 4000 / 15, 267, 0.5),
  claim(
    product('hearthstone-keep-10'),
    'Ten kilowatt-hours is about one day of electricity for a home that uses 3,500 kWh',
    3500 / 365,
    10,
    0.5,
  ),
  claim(TOPICS, '£418 at 27p is 1,548 kWh', 418 / 0.27, 1548, 0.5),
  claim(TOPICS, 'or 50 a day', 1548 / 31, 50, 0.5),
  claim(TOPICS, 'But that leaves 648 kWh', 1548 - 900, 648, 0.5),
  claim(TOPICS, '£6.60 more than usual is about 25 kWh', 6.6 / 0.2611, 25, 0.5),
  claim(TOPICS, '870 × 15p is £130', calculatePounds(870, 15), 130, 0.5),
  claim(TOPICS, '22 minutes at 9.5 kW is three and a half kWh', (22 / 60) * 9.5, 3.5, 0.05),
  claim(TOPICS, 'about 90p', 3.48 * 26.11, 90, 1),
  claim(TOPICS, 'for about 2 kWh, which is 50p', 2 * 26.11, 50, 3),
  claim(TOPICS, '£6,200 for 2,410 kWh is half as much again per unit', 900 / 604, 1.5, 0.05),
  claim(TOPICS, '9 kWh over 5 h = 1.8 kW', 9 / 5, 1.8, 0.05),
  claim(TOPICS, 'so 12,418 kWh at the wall with losses', TAXI_KWH, 12_418, 0.5),
  claim(TOPICS, '70% at home on a night rate of 8p: £695', calculatePounds(TAXI_KWH * 0.7, 8), 695, 0.5),
  claim(TOPICS, '30% on rapids, average 55p: £2,049', calculatePounds(TAXI_KWH * 0.3, 55), 2049, 0.5),
  claim(TOPICS, 'total £2,744, so 7.2p a mile', TAXI_COST / 380, 7.2, 0.05),
  claim(TOPICS, "at £1.86 a litre (May) that's 16.9p a mile", DIESEL_PENCE_PER_MILE, 16.9, 0.05),
  claim(TOPICS, 'Difference about £3,680 a year', DIESEL_PENCE_PER_MILE * 380 - TAXI_COST, 3680, 10),
  claim(TOPICS, "All on rapids at 55p it's £6,830, 18p a mile", calculatePounds(TAXI_KWH, 55), 6830, 0.5),
  claim(TOPICS, '£12,000 over 200,000 miles is 6p', 12_000 / 2000, 6, 0.05),
]

const files = globSync(['products/*.yaml', TOPICS], { cwd: CONTENT_FOLDER }).map((file) => ({
  file,
  text: readFileSync(join(CONTENT_FOLDER, file), 'utf8'),
}))
const findText = (file: string) => files.find((candidate) => candidate.file === file)?.text ?? ''

const NUMBER_WORD = '(?:\\d[\\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve)'
/** Matches claims whose formula must be listed. */
const CLAIM_PATTERNS: Record<string, RegExp> = {
  'miles an hour of charging':
    /\bmiles (?:of range )?(?:an|per|each|every|in an|for each|for every) hour\b|\bhours? (?:brings?|adds?|gives?)[^.\n]{0,30}\d/g,
  'hours to charge': new RegExp(`\\b(?:fills?|charges?)\\b[^.\\n]{0,40}\\bin (?:about |under )?${NUMBER_WORD} hours\\b`, 'g'),
  payback: new RegExp(`\\bpay(?:s|ing)? (?:for itself|back)\\b[^.\\n]{0,20}${NUMBER_WORD} years|\\bI make that ${NUMBER_WORD} years`, 'g'),
  'kWh × price': /£[\d,.]*\d at \d+p\b|\d× ?\d+p\b|\b\d+ × \d+p\b|\b\d+p between[^.\n]{0,40}£\d+|\bkWh, which is \d+p\b/g,
}

describe('claims in products and topics', () => {
  test('the charging efficiency of the claims is that of the register', () => {
    const row = readReferenceValueRows().find(({ key }) => key === 'efficiency.charging')
    expect(row?.value).toBe(CHARGING_EFFICIENCY)
  })
  test.each(CLAIMS)('recalculates “$text” in $file', ({ file, text, calculated, stated, tolerance }) => {
    expect(findText(file)).toContain(text)
    expect(Math.abs(calculated - stated), `calculated: ${calculated}, stated: ${stated}`).toBeLessThanOrEqual(tolerance)
  })

  /** Returns the claims of a text without a formula in the list. */
  const listUncovered = (file: string, text: string): string[] => {
    const known = CLAIMS.filter((candidate) => candidate.file === file).map((candidate) => {
      const start = text.indexOf(candidate.text)
      return { start, end: start + candidate.text.length }
    })
    return Object.entries(CLAIM_PATTERNS).flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)]
        .filter(({ index, 0: match }) => !known.some(({ start, end }) => start >= 0 && start < index + match.length && index < end))
        .map(([match]) => `${file}: ${kind}: ${match}`),
    )
  }

  test('every claim of these kinds has a formula in the list', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap(({ file, text }) => listUncovered(file, text))).toEqual([])
  })
  test.each([
    'It adds 30 miles an hour.',
    'About 26 miles for each hour on charge.',
    'A night of ten hours brings back about 85.',
    'It fills a 40 kWh battery in four hours.',
    'It pays for itself in six years.',
    '830 × 15p is £125.',
  ])('the check finds the new claim “%s”', (text) => expect(listUncovered(TOPICS, text)).toHaveLength(1))
})
