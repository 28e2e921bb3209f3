/** Finds the price of an installed heat pump by its size. */
import type { ReferenceValue, ReferenceValues } from '#features/figures/figures.policy.ts'

export const LARGEST_PRICED_KW = 14
/** Sizes in kW for which there is a price of a heat pump. */
const PRICED_SIZES_KW = [5, 8, LARGEST_PRICED_KW] as const

/** Returns the price of a heat pump, interpolated linearly between the sizes of the reference values; undefined if one is missing. */
export function findHeatPumpPrice(
  kw: number,
  referenceValues: ReferenceValues,
): Pick<ReferenceValue, 'low' | 'value' | 'high'> | undefined {
  const size = Math.min(Math.max(...PRICED_SIZES_KW), Math.max(Math.min(...PRICED_SIZES_KW), kw))
  const above = PRICED_SIZES_KW.find((priced) => priced >= size) ?? PRICED_SIZES_KW[2]
  const below = PRICED_SIZES_KW.findLast((priced) => priced <= size) ?? PRICED_SIZES_KW[0]
  const [a, b] = [referenceValues.find(`heat-pump.price-${below}kw`), referenceValues.find(`heat-pump.price-${above}kw`)]
  if (!a || !b) return undefined
  const interpolate = (first: number, last: number) =>
    above === below ? first : first + ((last - first) * (size - below)) / (above - below)
  return { low: interpolate(a.low, b.low), value: interpolate(a.value, b.value), high: interpolate(a.high, b.high) }
}
