/** Defines the specifications by which the products of a category can be filtered, and their URL parameters, such as `range_min=200`. */
import { getOwn } from '#platform/client/get-own.client.ts'

const PRICE_KEYS = ['price', 'price_panel', 'price_month']

/** Keys of the filters for each category, most important first. A filter in which the products do not differ is not offered. */
const FILTERS: Record<string, readonly string[]> = {
  'electric-vehicles': [...PRICE_KEYS, 'range', 'usable_battery', 'dc_charging', 'boot', 'warranty'],
  'solar-panels': [...PRICE_KEYS, 'panel_power', 'module_efficiency', 'weight', 'warranty'],
  'battery-storage': [...PRICE_KEYS, 'usable_capacity', 'continuous_power', 'round_trip_efficiency', 'noise_at_1_m', 'warranty'],
  'home-efficiency': [...PRICE_KEYS, 'heat_output', 'noise', 'maximum_power', 'weight', 'warranty'],
  'ev-chargers': [...PRICE_KEYS, 'charging_power', 'outlets', 'weight', 'warranty'],
}
const DEFAULT_FILTERS = [...PRICE_KEYS, 'noise', 'maximum_power', 'weight', 'warranty']
/** Maximum number of filters that are offered for a category. */
export const MAX_FILTERS = 6

/** Maximum number of products in a comparison. */
export const MAX_COMPARED = 4

export const filterKeysOf = (categorySlug: string): readonly string[] => getOwn(FILTERS, categorySlug) ?? DEFAULT_FILTERS

export const FILTER_KEYS: readonly string[] = [...new Set([...Object.values(FILTERS).flat(), ...DEFAULT_FILTERS])]
/** All URL parameters of filters. They must never change, because they are part of shared links. */
export const SPEC_PARAMETERS: readonly string[] = FILTER_KEYS.flatMap((key) => [`${key}_min`, `${key}_max`])

/** Ranges by specification key; both ends are inclusive. */
export type SpecRanges = Record<string, { min?: number | undefined; max?: number | undefined }>

/** Parses ranges from URL parameters. @param getParameter returns a parameter by its name; values that are not numbers are ignored */
export function parseSpecRanges(getParameter: (name: string) => unknown): SpecRanges {
  const ranges: SpecRanges = {}
  for (const key of FILTER_KEYS) {
    const [min, max] = [toNumber(getParameter(`${key}_min`)), toNumber(getParameter(`${key}_max`))]
    if (min !== undefined || max !== undefined) ranges[key] = { min, max }
  }
  return ranges
}

/** Converts ranges to URL parameters. */
export const toRangeParameters = (ranges: SpecRanges | undefined): Record<string, number | undefined> =>
  Object.fromEntries(
    Object.entries(ranges ?? {}).flatMap(([key, { min, max }]) => [
      [`${key}_min`, min],
      [`${key}_max`, max],
    ]),
  )

/** Values must be below this one: larger ones are typing errors and do not fit into an integer column. */
export const MAX_SPEC_VALUE = 1e12
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return undefined
  const number = Number(value)
  return Math.abs(number) < MAX_SPEC_VALUE ? number : undefined
}
