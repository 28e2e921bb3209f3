/** Estimates EPC scores. Source: SAP 10.2 (BRE), section 13. A reformed EPC is due in the second half of 2027. */

/** Energy cost deflator of SAP 10.2. */
const DEFLATOR = 0.36
const FLOOR_AREA_OFFSET_M2 = 45
/** Lowest score of each EPC band, best band first. */
const BANDS = [
  ['A', 92],
  ['B', 81],
  ['C', 69],
  ['D', 55],
  ['E', 39],
  ['F', 21],
  ['G', 1],
] as const
export type EpcBand = (typeof BANDS)[number][0]

/** Returns the energy cost factor (ECF): 0.36 × cost ÷ (floor area + 45). The cost uses SAP's fixed prices, not the price cap. */
export function calculateEnergyCostFactor(sapCostPounds: number, floorAreaM2: number): number {
  return (DEFLATOR * sapCostPounds) / (floorAreaM2 + FLOOR_AREA_OFFSET_M2)
}

/** Returns the unrounded score: 100 − 16.21·ECF below an ECF of 3.5, else 108.8 − 120.5·log10 ECF. */
export function calculateEpcScore(sapCostPounds: number, floorAreaM2: number): number {
  const factor = calculateEnergyCostFactor(sapCostPounds, floorAreaM2)
  return factor < 3.5 ? 100 - 16.21 * factor : 108.8 - 120.5 * Math.log10(factor)
}

/** Returns the yearly cost in £ at SAP's prices that leads to a score: the inverse of `calculateEpcScore`. */
export function calculateSapCost(score: number, floorAreaM2: number): number {
  const factor = score > 100 - 16.21 * 3.5 ? (100 - score) / 16.21 : 10 ** ((108.8 - score) / 120.5)
  return (factor * (floorAreaM2 + FLOOR_AREA_OFFSET_M2)) / DEFLATOR
}

/** Returns the band of a score, which is rounded first, as on the certificate. */
export function findEpcBand(score: number): EpcBand {
  const rounded = Math.max(1, Math.round(score))
  return BANDS.find(([, min]) => rounded >= min)?.[0] ?? 'G'
}
