/** Formats what a car needs to have, and what it has. */
import type { FoundCars } from '#features/tools/tool.client.ts'
import type { Wording } from '#wording/wording.ts'

type Wish = FoundCars['wishes'][number]
type WishResult = FoundCars['cars'][number]['results'][number]
type Formats = Pick<Wording, 'number' | 'symbol' | 'count' | 'nounFor'>

const CARS = { one: 'car', other: 'cars' }

export const formatFitting = ({ fitting, compared }: FoundCars, { number, count, nounFor }: Formats): string =>
  fitting === 0
    ? `No car out of ${number(compared)} meets every wish`
    : `${count(fitting, CARS)} out of ${number(compared)} ${nounFor(fitting, { one: 'meets', other: 'meet' })} every wish`

/** Returns an amount with its unit, such as `385 litres` or `£379 a month`. */
function formatAmount(value: number, unit: Wish['unit'], { number, symbol }: Formats): string {
  if (unit === 'price') return `${symbol}${number(value, 0)}`
  if (unit === 'month') return `${symbol}${number(value, 0)} a month`
  return `${number(Math.floor(value), 0)}\u00a0${unit}`
}

/** Returns the wish itself, such as `Boot of 350 litres`. */
export function formatWish({ wish, wanted, unit }: Pick<Wish, 'wish' | 'wanted' | 'unit'>, formats: Formats): string {
  const amount = formatAmount(wanted, unit, formats)
  switch (wish) {
    case 'drive':
      return `${amount} in winter without charging`
    case 'charging':
      return `Rapid charging at ${amount} or more`
    case 'seats':
      return `${amount} or more`
    case 'boot':
      return `Boot of ${amount} or more`
    case 'towing':
      return `Towing ${amount} or more`
    case 'price':
      return `At most ${amount}`
  }
}

/**
 * Returns why a car meets or misses a wish, such as `Boot: 240 litres, 110 litres too little`.
 * @param frostFactor range on a motorway in frost as a share of the winter range
 */
export function formatWishResult({ wish, verdict, value, wanted, unit }: WishResult, formats: Formats, frostFactor = 1): string {
  if (value === null) return NOT_STATED[wish]
  const { number } = formats
  const amount = formatAmount(value, unit, formats)
  const label = LABELS[wish]
  if (wish === 'seats' && verdict === 'meets') return `${label}: ${number(value)}`
  // A range that fits to the mile has no reserve, so the reserve is stated.
  if (wish === 'drive' && verdict === 'meets') {
    const frostMiles = value * frostFactor
    const frost = frostMiles < wanted ? `; on a motorway in frost about ${formatAmount(frostMiles, unit, formats)}, too little` : ''
    return `${label}: about ${amount}, ${formatAmount(value - wanted, unit, formats)} more than you need${frost}`
  }
  if (verdict === 'meets') return `${label}: ${amount}`
  if (wish === 'seats') return `${label}: ${number(value)}, ${number(wanted - value)} too few`
  const difference = formatAmount(Math.ceil(Math.abs(value - wanted)), unit, formats)
  return `${label}: ${wish === 'drive' ? `about ${amount}` : amount}, ${difference} ${wish === 'price' ? 'too much' : 'short'}`
}

const LABELS: Record<Wish['wish'], string> = {
  drive: 'Winter range',
  charging: 'Rapid charging',
  seats: 'Seats',
  boot: 'Boot',
  towing: 'Towing',
  price: 'Price',
}

const NOT_STATED: Record<Wish['wish'], string> = {
  drive: 'Range: not stated',
  charging: 'Rapid charging: not stated',
  seats: 'Seats: not stated',
  boot: 'Boot: not stated',
  towing: 'Towing: not stated',
  price: 'Price: not stated for this way to pay',
}

/** Input that a wish comes from, by which a link can drop it. */
export const inputOfWish = ({ wish, unit }: Pick<Wish, 'wish' | 'unit'>): string =>
  wish === 'price' ? (unit === 'month' ? 'monthly' : 'budget') : wish
