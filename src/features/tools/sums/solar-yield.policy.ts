/** Calculates monthly solar generation and self-use. Source: SAP 10.2 (BRE), Appendices U3.2 and M1. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import {
  DAYS_PER_MONTH,
  PV_PERFORMANCE,
  SHADE_FACTORS,
  SLOPE_CONSTANTS,
  SUN_DECLINATION_DEGREES,
  type Direction,
  type Shade,
} from '#features/tools/places/sap-sun.policy.ts'

export interface Slope {
  kwp: number
  /** Pitch of the roof: 0 is horizontal, 90 vertical. */
  pitchDegrees: number
  direction: Direction
  shade: Shade
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Returns the ratio of irradiance on the slope to that on the horizontal (SAP 10.2, U3.2). Negative results of the polynomials, which occur
 * in deep winter, are clamped to 0.
 * @param month 0 is January
 */
export function calculateSlopeRatio(slope: Pick<Slope, 'pitchDegrees' | 'direction'>, latitudeDegrees: number, month: number): number {
  const [k1, k2, k3, k4, k5, k6, k7, k8, k9] = SLOPE_CONSTANTS[slope.direction]
  const s = Math.sin(toRadians(slope.pitchDegrees) / 2)
  const a = k1 * s ** 3 + k2 * s ** 2 + k3 * s
  const b = k4 * s ** 3 + k5 * s ** 2 + k6 * s
  const c = k7 * s ** 3 + k8 * s ** 2 + k9 * s + 1
  const cosine = Math.cos(toRadians(latitudeDegrees - (SUN_DECLINATION_DEGREES[month] ?? 0)))
  return Math.max(0, a * cosine ** 2 + b * cosine + c)
}

/** Returns Z for significant shade (`solar.shade-significant`); undefined if no slope has it or the reference value is missing. */
export function findSignificantShade(slopes: readonly Slope[], referenceValues: ReferenceValues): number | undefined {
  return slopes.some(({ shade }) => shade === 'significant') ? referenceValues.find('solar.shade-significant')?.value : undefined
}

/**
 * Returns the generation in kWh by month: 0.8 × kWp × Z × 0.024 × days × irradiance × ratio, summed over the slopes (SAP 10.2, M1).
 * @param significantFactor Z for significant shade; defaults to that of modest shade
 */
export function calculateMonthlyYield(
  region: number,
  slopes: readonly Slope[],
  significantFactor: number = SHADE_FACTORS.modest,
): number[] {
  const { latitudeDegrees, sunWattsPerM2 } = getSapRegion(region)
  return DAYS_PER_MONTH.map((days, month) =>
    slopes.reduce((sum, slope) => {
      const kwhPerM2 = 0.024 * days * (sunWattsPerM2[month] ?? 0) * calculateSlopeRatio(slope, latitudeDegrees, month)
      return sum + PV_PERFORMANCE * slope.kwp * (slope.shade === 'significant' ? significantFactor : SHADE_FACTORS[slope.shade]) * kwhPerM2
    }, 0),
  )
}

/** Splits a year's kWh into months by SAP's curve for appliances: days × (1 + 0.157·cos(2π(m − 1.78) ÷ 12)), normalised. */
export function calculateMonthlyUse(yearlyKwh: number): number[] {
  const weights = DAYS_PER_MONTH.map((days, month) => days * (1 + 0.157 * Math.cos((2 * Math.PI * (month + 1 - 1.78)) / 12)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (yearlyKwh * weight) / total)
}

/** Capacity of the largest battery for which SAP's formula is valid. */
export const MAX_SAP_BATTERY_KWH = 15

/**
 * Returns β, the share of a month's generation that is used in the house (SAP 10.2, M1): exp(−C1 × (E/D × C2)^C3), at most D/E.
 * @param generationKwh generation E in the month
 * @param useKwh use D in the same month
 */
export function calculateSelfUseShare(generationKwh: number, useKwh: number, batteryKwh: number): number {
  if (generationKwh <= 0 || useKwh <= 0) return 0
  const c = Math.min(batteryKwh, MAX_SAP_BATTERY_KWH)
  const c1 = 1.61 - 0.0973 * c
  const c2 = 0.415 - 0.00776 * c
  const c3 = 0.511 + 0.0866 * c
  return Math.min(Math.exp(-c1 * ((generationKwh / useKwh) * c2) ** c3), useKwh / generationKwh)
}

export interface SolarMonth {
  generation: number
  use: number
  selfUse: number
  exported: number
  bought: number
}

/**
 * Returns the energy flows by month in kWh. What the battery loses counts as used, and is bought in addition.
 * @param betaFactor factor by which β is multiplied to model habits; self-use stays within generation and use
 * @param efficiency round-trip efficiency of the battery, 0 to 1
 */
export function calculateSolarMonths(
  generation: readonly number[],
  use: readonly number[],
  batteryKwh: number,
  betaFactor = 1,
  efficiency = 1,
): SolarMonth[] {
  return generation.map((generated, month) => {
    const needed = use[month] ?? 0
    const calculateSelfUse = (kwh: number) =>
      Math.min(calculateSelfUseShare(generated, needed, kwh) * betaFactor * generated, generated, needed)
    const selfUse = calculateSelfUse(batteryKwh)
    const stored = Math.max(0, selfUse - calculateSelfUse(0))
    const bought = needed - selfUse + stored * (1 - efficiency)
    return { generation: generated, use: needed, selfUse, exported: generated - selfUse, bought }
  })
}

export function sumMonths(months: readonly SolarMonth[], field: keyof SolarMonth): number {
  return months.reduce((sum, month) => sum + month[field], 0)
}

/** Returns the maximum share of the year's generation that can be used in the house with any battery: Σ min(E, D) ÷ Σ E. */
export function calculateSelfUseCeiling(generation: readonly number[], use: readonly number[]): number {
  const total = generation.reduce((sum, generated) => sum + generated, 0)
  const usable = generation.reduce((sum, generated, month) => sum + Math.min(generated, use[month] ?? 0), 0)
  return total > 0 ? usable / total : 0
}
