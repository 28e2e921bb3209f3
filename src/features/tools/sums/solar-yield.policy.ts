/** What a roof yields by month, and how much of it the house itself can use. Source: SAP 10.2 (BRE), Appendices U3.2 and M1. */
import type { Figures } from '#features/figures/figures.policy.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import {
  DAYS_OF_MONTH,
  PV_PERFORMANCE,
  SHADE_FACTORS,
  SLOPE_CONSTANTS,
  SUN_DECLINATION_DEGREES,
  type Direction,
  type Shade,
} from '#features/tools/places/sap-sun.policy.ts'

export interface Slope {
  kwp: number
  /** 0 is level, 90 upright. */
  pitchDegrees: number
  direction: Direction
  shade: Shade
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Sun on the slope for each watt on the level (SAP 10.2, U3.2). Never below nothing, which the polynomials would allow in deep winter.
 * @param month 0 is January
 */
export function sunOnSlopeRatio(slope: Pick<Slope, 'pitchDegrees' | 'direction'>, latitudeDegrees: number, month: number): number {
  const [k1, k2, k3, k4, k5, k6, k7, k8, k9] = SLOPE_CONSTANTS[slope.direction]
  const s = Math.sin(radians(slope.pitchDegrees) / 2)
  const a = k1 * s ** 3 + k2 * s ** 2 + k3 * s
  const b = k4 * s ** 3 + k5 * s ** 2 + k6 * s
  const c = k7 * s ** 3 + k8 * s ** 2 + k9 * s + 1
  const cosine = Math.cos(radians(latitudeDegrees - (SUN_DECLINATION_DEGREES[month] ?? 0)))
  return Math.max(0, a * cosine ** 2 + b * cosine + c)
}

/** Z for significant shade, from `solar.shade-significant`; undefined where no slope or no register has it. */
export function significantShade(slopes: readonly Slope[], figures: Figures): number | undefined {
  return slopes.some(({ shade }) => shade === 'significant') ? figures.find('solar.shade-significant')?.value : undefined
}

/**
 * kWh for each month of a year: 0.8 × kWp × Z × 0.024 × days × sun × ratio, summed over the slopes (SAP 10.2, M1).
 * @param significant Z for significant shade; that of modest shade where none is known
 */
export function monthlyYield(region: number, slopes: readonly Slope[], significant: number = SHADE_FACTORS.modest): number[] {
  const { latitudeDegrees, sunWattsPerM2 } = getSapRegion(region)
  return DAYS_OF_MONTH.map((days, month) =>
    slopes.reduce((sum, slope) => {
      const kwhPerM2 = 0.024 * days * (sunWattsPerM2[month] ?? 0) * sunOnSlopeRatio(slope, latitudeDegrees, month)
      return sum + PV_PERFORMANCE * slope.kwp * (slope.shade === 'significant' ? significant : SHADE_FACTORS[slope.shade]) * kwhPerM2
    }, 0),
  )
}

/** A year's kWh over its months, by SAP's curve for appliances: days × (1 + 0.157·cos(2π(m − 1.78) ÷ 12)), normalised. */
export function monthlyUse(yearlyKwh: number): number[] {
  const weights = DAYS_OF_MONTH.map((days, month) => days * (1 + 0.157 * Math.cos((2 * Math.PI * (month + 1 - 1.78)) / 12)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (yearlyKwh * weight) / whole)
}

/** SAP's formula was fitted to batteries up to this size, kWh. */
export const MAX_SAP_BATTERY_KWH = 15

/**
 * β: the share of a month's generation that the house itself uses (SAP 10.2, M1): exp(−C1 × (E/D × C2)^C3), and never more than D/E.
 * @param generationKwh E, in a month
 * @param useKwh D, in the same month
 */
export function selfUseShare(generationKwh: number, useKwh: number, batteryKwh: number): number {
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
 * A year by months, in kWh.
 * @param betaFactor β times this, for habits; the house never uses more than it needs or than there is
 */
export function solarMonths(generation: readonly number[], use: readonly number[], batteryKwh: number, betaFactor = 1): SolarMonth[] {
  return generation.map((made, month) => {
    const needed = use[month] ?? 0
    const selfUse = Math.min(selfUseShare(made, needed, batteryKwh) * betaFactor * made, made, needed)
    return { generation: made, use: needed, selfUse, exported: made - selfUse, bought: needed - selfUse }
  })
}

export function totalOfMonths(months: readonly SolarMonth[], what: keyof SolarMonth): number {
  return months.reduce((sum, month) => sum + month[what], 0)
}

/** The share of the year's generation that no house can pass, with whatever battery: Σ min(E, D) ÷ Σ E. */
export function selfUseCeiling(generation: readonly number[], use: readonly number[]): number {
  const whole = generation.reduce((sum, made) => sum + made, 0)
  const usable = generation.reduce((sum, made, month) => sum + Math.min(made, use[month] ?? 0), 0)
  return whole > 0 ? usable / whole : 0
}
