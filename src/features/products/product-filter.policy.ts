/** By which figures the products of a category can be narrowed, and what they are called in an address: `range_min=200`. */
import { getOwn } from '#platform/client/get-own.client.ts'

const prices = ['price', 'price_panel', 'price_month']

/** The telling ones first. What a category's products do not differ in is not offered. */
const FILTERS: Record<string, readonly string[]> = {
  'electric-vehicles': [...prices, 'range', 'usable_battery', 'dc_charging', 'boot', 'warranty'],
  'solar-panels': [...prices, 'panel_power', 'module_efficiency', 'weight', 'warranty'],
  'battery-storage': [...prices, 'usable_capacity', 'continuous_power', 'round_trip_efficiency', 'noise_at_1_m', 'warranty'],
  'home-efficiency': [...prices, 'heat_output', 'noise', 'maximum_power', 'weight', 'warranty'],
  'ev-chargers': [...prices, 'charging_power', 'outlets', 'weight', 'warranty'],
}
const USUAL = [...prices, 'noise', 'maximum_power', 'weight', 'warranty']
export const MAX_FILTERS = 6

/** How many products stand side by side. */
export const MAX_COMPARED = 4

export const filterKeysOf = (categorySlug: string): readonly string[] => getOwn(FILTERS, categorySlug) ?? USUAL

export const FILTER_KEYS: readonly string[] = [...new Set([...Object.values(FILTERS).flat(), ...USUAL])]
/** Every name that a figure may have in an address: once given out they are never changed. */
export const SPEC_PARAMETERS: readonly string[] = FILTER_KEYS.flatMap((key) => [`${key}_min`, `${key}_max`])

/** Figure → at least, at most; both ends count. */
export type SpecRanges = Record<string, { min?: number | undefined; max?: number | undefined }>

/** @param given by parameter name; whatever is no number counts as not given */
export function parseSpecRanges(given: (name: string) => unknown): SpecRanges {
  const ranges: SpecRanges = {}
  for (const key of FILTER_KEYS) {
    const [min, max] = [numberOf(given(`${key}_min`)), numberOf(given(`${key}_max`))]
    if (min !== undefined || max !== undefined) ranges[key] = { min, max }
  }
  return ranges
}

/** As parameters of an address. */
export const toRangeParameters = (ranges: SpecRanges | undefined): Record<string, number | undefined> =>
  Object.fromEntries(
    Object.entries(ranges ?? {}).flatMap(([key, { min, max }]) => [
      [`${key}_min`, min],
      [`${key}_max`, max],
    ]),
  )

/** A slip of the finger rather than a figure: no list can be narrowed by it, and no column of whole numbers holds it. */
export const MAX_SPEC_VALUE = 1e12
function numberOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given
  if (typeof given !== 'string' || !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(given)) return undefined
  const number = Number(given)
  return Math.abs(number) < MAX_SPEC_VALUE ? number : undefined
}
