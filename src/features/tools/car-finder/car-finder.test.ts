/** Tests the car finder: its judgement of single cars, and its results from the catalogue through the API. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getToolFormEndpoint, runToolEndpoint } from '#features/tools/tool.contract.ts'
import type { FoundCars } from './car-finder.contract.ts'
import { judgeCar, judgeCars, summariseWishes, type CarNeeds, type CarSpecs } from './car-wishes.policy.ts'

const CAR: CarSpecs = { rangeMiles: 262, rapidKw: 125, seats: 5, bootLitres: 385, towingKg: 750, price: 28_450, monthlyPrice: undefined }
const NO_NEEDS: CarNeeds = { isRapidOnly: false }
const listVerdicts = (needs: Partial<CarNeeds>, specs: Partial<CarSpecs> = {}) =>
  judgeCar({ ...NO_NEEDS, ...needs }, { ...CAR, ...specs }, 0.75).map(({ verdict }) => verdict)

describe('a car', () => {
  test.each<[string, Partial<CarNeeds>, Partial<CarSpecs>, string]>([
    // 262 × 0.75 = 196.5 miles in winter.
    ['meets a winter drive within its winter range', { driveMiles: 196 }, {}, 'meets'],
    ['misses a winter drive beyond it', { driveMiles: 197 }, {}, 'misses'],
    ['is unknown without a stated range', { driveMiles: 100 }, { rangeMiles: undefined }, 'unknown'],
    ['meets rapid charging from 100 kW', { isRapidOnly: true }, { rapidKw: 100 }, 'meets'],
    ['misses rapid charging below', { isRapidOnly: true }, { rapidKw: 65 }, 'misses'],
    ['misses towing if it states none', { towingKg: 750 }, { towingKg: 0 }, 'misses'],
    ['meets a budget of its own price', { price: 28_450 }, {}, 'meets'],
    ['misses a smaller budget', { price: 28_449 }, {}, 'misses'],
    ['is unknown for a budget a month if it is sold', { monthlyPrice: 400 }, {}, 'unknown'],
    ['meets one of two budgets', { price: 30_000, monthlyPrice: 100 }, {}, 'meets'],
    ['misses the budget of its kind if the other is unknown', { price: 20_000, monthlyPrice: 400 }, {}, 'misses'],
  ])('%s', (_case, needs, specs, verdict) => {
    expect(listVerdicts(needs, specs)).toEqual([verdict])
  })
  test('without wishes has no results and fits', () => {
    expect(listVerdicts({})).toEqual([])
    expect(judgeCars([{ specs: CAR }], NO_NEEDS, 0.75)[0]?.verdict).toBe('fits')
  })
})

test('the summary counts what each wish excludes, and what is left without it', () => {
  const cars = [{ specs: CAR }, { specs: { ...CAR, seats: 7, bootLitres: 265 } }, { specs: { ...CAR, seats: undefined, bootLitres: 625 } }]
  const judged = judgeCars(cars, { ...NO_NEEDS, seats: 7, bootLitres: 500 }, 0.75)
  expect(judged.map(({ verdict }) => verdict)).toEqual(['unknown', 'misses', 'misses'])
  expect(summariseWishes(judged)).toEqual([
    { wish: 'seats', wanted: 7, unit: 'seats', excluded: 1, unknown: 1, withoutIt: 1 },
    { wish: 'boot', wanted: 500, unit: 'litres', excluded: 2, unknown: 0, withoutIt: 2 },
  ])
})

describe('the demo catalogue', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await openTestSite({ content: 'demo' })
  })
  afterAll(() => site.close())
  const find = async (query: string): Promise<FoundCars> => {
    const { status, body } = await site.call(null, runToolEndpoint, {
      params: { tool: 'car-finder' },
      query: Object.fromEntries(new URLSearchParams(query)),
    })
    expect(status).toBe(200)
    return body.cars
  }
  const listNames = ({ cars }: FoundCars, verdict: string) =>
    cars
      .filter((car) => car.verdict === verdict)
      .map(({ product }) => product.slug)
      .toSorted()

  test('has seven cars, and finds those with a winter range of 230 miles', async () => {
    // 310 × 0.75 = 232.5; 318 × 0.75 = 238.5; 330 × 0.75 = 247.5; 305 × 0.75 = 228.75.
    const found = await find('drive=230')
    expect(found).toMatchObject({ total: 7, compared: 7, fitting: 3, winterShare: 0.75 })
    expect(listNames(found, 'fits')).toEqual(['ardley-heron-estate', 'otterbourne-tern-77', 'wrenfield-martin-64'])
  })
  test('reads seats, boot and towing from the specifications', async () => {
    expect(listNames(await find('seats=6&towing=1200'), 'fits')).toEqual(['marram-skua-92'])
    expect((await find('towing=750')).cars.find(({ product }) => product.slug === 'pinnock-finch-40')?.verdict).toBe('misses')
    expect(listNames(await find('boot=500'), 'fits')).toEqual(['ardley-heron-estate', 'otterbourne-tern-77'])
  })
  test('a budget a month leaves the sold cars unknown', async () => {
    const found = await find('monthly=385')
    expect(listNames(found, 'fits')).toEqual(['wrenfield-martin-64'])
    expect(listNames(found, 'misses')).toEqual(['pinnock-finch-40'])
    expect(listNames(found, 'unknown')).toHaveLength(5)
  })
  test('says which wish excludes what if nothing fits', async () => {
    const found = await find('seats=7&budget=20000&drive=250')
    expect(found.fitting).toBe(0)
    expect(found.wishes.map(({ wish, excluded }) => [wish, excluded])).toEqual([
      ['drive', 7],
      ['seats', 6],
      ['price', 5],
    ])
  })
  test('its page has the official range to look for', async () => {
    const { body } = await site.call(null, getToolFormEndpoint, { params: { tool: 'car-finder' }, query: { drive: '120' } })
    expect(body.answer.results.officialRange.middle).toBeCloseTo(160, 9)
    expect(body.answer.cars.cars[0].product).not.toHaveProperty('description')
  })
})
