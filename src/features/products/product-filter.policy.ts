/** Specifications that the products of a category can be filtered by, and their URL parameters: `range_min=200`. */
import { getOwn } from '#platform/client/get-own.client.ts'

const prices = ['price', 'price_panel', 'price_month']

/** Most important first. Filters in which the products of a category do not differ are not offered. */
const FILTERS: Record<string, readonly string[]> = {
  'electric-vehicles': [...prices, 'range', 'usable_battery', 'dc_charging', 'boot', 'warranty'],
  'solar-panels': [...prices, 'panel_power', 'module_efficiency', 'weight', 'warranty'],
  'battery-storage': [...prices, 'usable_capacity', 'continuous_power', 'round_trip_efficiency', 'noise_at_1_m', 'warranty'],
  'home-efficiency': [...prices, 'heat_output', 'noise', 'maximum_power', 'weight', 'warranty'],
  'ev-chargers': [...prices, 'charging_power', 'outlets', 'weight', 'warranty'],
}
const DEFAULT_FILTERS = [...prices, 'noise', 'maximum_power', 'weight', 'warranty']
export const MAX_FILTERS = 6

/** Products in a comparison. */
export const MAX_COMPARED = 4

export const filterKeysOf = (categorySlug: string): readonly string[] => getOwn(FILTERS, categorySlug) ?? DEFAULT_FILTERS

export const FILTER_KEYS: readonly string[] = [...new Set([...Object.values(FILTERS).flat(), ...DEFAULT_FILTERS])]
/** All URL parameters of filters. They are part of shared links: never change them. */
export const SPEC_PARAMETERS: readonly string[] = FILTER_KEYS.flatMap((key) => [`${key}_min`, `${key}_max`])

/** Specification key → range; both ends are inclusive. */
export type SpecRanges = Record<string, { min?: number | undefined; max?: number | undefined }>

/** @param getParameter returns a URL parameter by name; values that are not numbers are ignored */
export function parseSpecRanges(getParameter: (name: string) => unknown): SpecRanges {
  const ranges: SpecRanges = {}
  for (const key of FILTER_KEYS) {
    const [min, max] = [toNumber(getParameter(`${key}_min`)), toNumber(getParameter(`${key}_max`))]
    if (min !== undefined || max !== undefined) ranges[key] = { min, max }
  }
  return ranges
}

/** Ranges as URL parameters. */
export const toRangeParameters = (ranges: SpecRanges | undefined): Record<string, number | undefined> =>
  Object.fromEntries(
    Object.entries(ranges ?? {}).flatMap(([key, { min, max }]) => [
      [`${key}_min`, min],
      [`${key}_max`, max],
    ]),
  )

/** Larger values are typing errors, and do not fit into an integer column. */
export const MAX_SPEC_VALUE = 1e12
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return undefined
  const number = Number(value)
  return Math.abs(number) < MAX_SPEC_VALUE ? number : undefined
}
