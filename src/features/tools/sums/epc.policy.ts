/** An EPC's score, roughly. Source: SAP 10.2 (BRE), section 13: energy cost factor and rating. A reformed EPC is due in the second half of 2027. */

/** SAP's deflator of energy costs. */
const DEFLATOR = 0.36
const FLOOR_AREA_OFFSET_M2 = 45
/** The lowest score of each band. */
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

/** ECF = 0.36 × cost ÷ (floor area + 45). The cost is by SAP's own fixed prices, never by the cap. */
export function energyCostFactor(sapCostPounds: number, floorAreaM2: number): number {
  return (DEFLATOR * sapCostPounds) / (floorAreaM2 + FLOOR_AREA_OFFSET_M2)
}

/** 100 − 16.21·ECF below 3.5, else 108.8 − 120.5·log10 ECF. Unrounded. */
export function epcScore(sapCostPounds: number, floorAreaM2: number): number {
  const factor = energyCostFactor(sapCostPounds, floorAreaM2)
  return factor < 3.5 ? 100 - 16.21 * factor : 108.8 - 120.5 * Math.log10(factor)
}

/** The cost at which a home has a score: the same formula, turned round. */
export function sapCostOfScore(score: number, floorAreaM2: number): number {
  const factor = score > 100 - 16.21 * 3.5 ? (100 - score) / 16.21 : 10 ** ((108.8 - score) / 120.5)
  return (factor * (floorAreaM2 + FLOOR_AREA_OFFSET_M2)) / DEFLATOR
}

/** The band of a score, which is rounded first, as on the certificate. */
export function epcBand(score: number): EpcBand {
  const rounded = Math.max(1, Math.round(score))
  return BANDS.find(([, least]) => rounded >= least)?.[0] ?? 'G'
}
