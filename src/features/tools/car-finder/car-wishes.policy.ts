/** Matches electric cars with what a person needs of one. The values are typed specifications (decision 18) and the price. */
export const CAR_WISHES = ['drive', 'charging', 'seats', 'boot', 'towing', 'price'] as const
export type CarWish = (typeof CAR_WISHES)[number]

/** What a person needs; an undefined wish counts for nothing. */
export interface CarNeeds {
  /** Longest drive in winter without charging on the way, in miles. */
  driveMiles?: number | undefined
  /** Whether the car charges at rapid chargers only. */
  isRapidOnly: boolean
  seats?: number | undefined
  bootLitres?: number | undefined
  towingKg?: number | undefined
  /** Highest price to buy, in the site's currency. */
  price?: number | undefined
  /** Highest price a month, in the site's currency. */
  monthlyPrice?: number | undefined
}

/** Specifications of a car in the units of the catalogue; undefined if its product does not state them. */
export interface CarSpecs {
  rangeMiles: number | undefined
  rapidKw: number | undefined
  seats: number | undefined
  bootLitres: number | undefined
  towingKg: number | undefined
  price: number | undefined
  monthlyPrice: number | undefined
}

export type WishVerdict = 'meets' | 'misses' | 'unknown'

export interface WishResult {
  wish: CarWish
  verdict: WishVerdict
  /** Value of the car, in `unit`; null if it is not stated. */
  value: number | null
  /** Value that is needed, in `unit`. */
  wanted: number
  unit: 'miles' | 'kW' | 'seats' | 'litres' | 'kg' | 'price' | 'month'
}

/** Power in kW from which a charging stop takes about half an hour. */
const MIN_RAPID_KW = 100

/** Judges each wish for a car. @param winterShare winter range as a share of the official range */
export function judgeCar(needs: CarNeeds, specs: CarSpecs, winterShare: number): WishResult[] {
  const judgeMin = (wish: CarWish, unit: WishResult['unit'], wanted: number | undefined, value: number | undefined): WishResult[] =>
    wanted === undefined ? [] : [toResult(wish, unit, wanted, value, value !== undefined && value >= wanted)]
  return [
    ...judgeMin('drive', 'miles', needs.driveMiles, specs.rangeMiles === undefined ? undefined : specs.rangeMiles * winterShare),
    ...judgeMin('charging', 'kW', needs.isRapidOnly ? MIN_RAPID_KW : undefined, specs.rapidKw),
    ...judgeMin('seats', 'seats', needs.seats, specs.seats),
    ...judgeMin('boot', 'litres', needs.bootLitres, specs.bootLitres),
    ...judgeMin('towing', 'kg', needs.towingKg, specs.towingKg),
    ...judgePrice(needs, specs),
  ]
}

const toResult = (wish: CarWish, unit: WishResult['unit'], wanted: number, value: number | undefined, isMet: boolean): WishResult => ({
  wish,
  verdict: value === undefined ? 'unknown' : isMet ? 'meets' : 'misses',
  value: value ?? null,
  wanted,
  unit,
})

/** Compares a price with the limit of its kind. A car with a price of the other kind alone is unknown, because the kinds cannot be compared. */
function judgePrice(needs: CarNeeds, specs: CarSpecs): WishResult[] {
  const kinds = [
    { unit: 'price', wanted: needs.price, value: specs.price },
    { unit: 'month', wanted: needs.monthlyPrice, value: specs.monthlyPrice },
  ] as const
  const wantedKinds = kinds.flatMap(({ unit, wanted, value }) =>
    wanted === undefined ? [] : [toResult('price', unit, wanted, value, value !== undefined && value <= wanted)],
  )
  const known =
    wantedKinds.find(({ verdict }) => verdict === 'meets') ?? wantedKinds.find(({ verdict }) => verdict === 'misses') ?? wantedKinds[0]
  return known ? [known] : []
}

export interface JudgedCar<Car> {
  car: Car
  verdict: 'fits' | 'unknown' | 'misses'
  results: WishResult[]
}

/** Judges all cars; those that fit come first, then those that lack data, then those that miss the fewest wishes. */
export function judgeCars<Car extends { specs: CarSpecs }>(cars: readonly Car[], needs: CarNeeds, winterShare: number): JudgedCar<Car>[] {
  return cars
    .map((car): JudgedCar<Car> => {
      const results = judgeCar(needs, car.specs, winterShare)
      const verdict = countMisses(results) > 0 ? 'misses' : results.some((result) => result.verdict === 'unknown') ? 'unknown' : 'fits'
      return { car, verdict, results }
    })
    .toSorted((a, b) => VERDICT_ORDER[a.verdict] - VERDICT_ORDER[b.verdict] || countMisses(a.results) - countMisses(b.results))
}

const VERDICT_ORDER = { fits: 0, unknown: 1, misses: 2 }
export const countMisses = (results: readonly WishResult[]): number => results.filter(({ verdict }) => verdict === 'misses').length

export interface WishSummary {
  wish: CarWish
  wanted: number
  unit: WishResult['unit']
  /** Number of cars that miss this wish. */
  excluded: number
  /** Number of cars that do not state what the wish is about. */
  unknown: number
  /** Number of cars that miss no wish once this one is dropped. */
  withoutIt: number
}

/** Summarises what each wish excludes. */
export function summariseWishes(judged: readonly JudgedCar<unknown>[]): WishSummary[] {
  return CAR_WISHES.flatMap((wish) => {
    const results = judged.flatMap(({ results: all }) => all.filter((result) => result.wish === wish))
    const [first] = results
    if (!first) return []
    const count = (verdict: WishVerdict) => results.filter((result) => result.verdict === verdict).length
    const isOnlyMiss = ({ results: all }: JudgedCar<unknown>) => all.every((result) => result.wish === wish || result.verdict !== 'misses')
    return [
      {
        wish,
        wanted: first.wanted,
        unit: first.unit,
        excluded: count('misses'),
        unknown: count('unknown'),
        withoutIt: judged.filter(isOnlyMiss).length,
      },
    ]
  })
}
