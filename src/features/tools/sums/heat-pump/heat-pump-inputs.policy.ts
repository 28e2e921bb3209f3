/** Inputs of the tool `heat-pump`. */
import type { Nation } from '#features/figures/figures.policy.ts'
import type { Tenure } from '#features/tools/sums/grants/grant-inputs.policy.ts'
import type { ThreeRates } from './three-rates.policy.ts'

export const HEATING_FUELS = ['gas', 'oil', 'lpg', 'electric'] as const
export type HeatingFuel = (typeof HEATING_FUELS)[number]

/** `air-to-air` blows warm air into the rooms, needs no pipes and heats no water. */
export const HEAT_PUMP_KINDS = ['air-to-water', 'air-to-air'] as const
export type HeatPumpKind = (typeof HEAT_PUMP_KINDS)[number]

export interface HeatPumpInputs {
  /** Undefined means air to water. */
  kind?: HeatPumpKind | undefined
  /** Tenure that decides about the grant; undefined means an owner who lives in the home. */
  tenure?: Tenure | undefined
  fuel: HeatingFuel
  /** Fuel used in a year. */
  consumptionKwh: number
  /** Efficiency of the present heating, 0 to 1. */
  efficiency: number
  /** Whether `efficiency` is our default, whose range then counts. */
  isEfficiencyAssumed?: boolean | undefined
  /** Seasonal efficiency (SCOP), such as that of a quote; if undefined, it is derived from the flow temperature. */
  scop?: number | undefined
  /** Flow temperature on the coldest day; SCOPs of more than 55 °C are not known, so that of 55 °C is used; undefined means 45 °C. */
  flowCelsius?: number | undefined
  electricityPencePerKwh: number
  /** Tariff with three prices a day, which replaces `electricityPencePerKwh` for the heat pump; undefined if there is none. */
  threeRates?: ThreeRates | undefined
  fuelPencePerKwh: number
  /** Standing charge of the replaced fuel. */
  standingPencePerDay: number
  /** Whether the fuel's meter is removed, which saves its standing charge. */
  isMeterRemoved: boolean
  /** Installer's quote before the grant; undefined if there is no quote. */
  quotePounds?: number | undefined
  nation: Nation
  isOffGasGrid: boolean
}
