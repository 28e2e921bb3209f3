/** Defines the inputs and results of the tool `grants`. */
import type { Nation } from '#features/figures/figures.policy.ts'

export const GRANT_MEASURES = [
  'air-to-water',
  'ground-source',
  'air-to-air',
  'biomass',
  'insulation',
  'solar',
  'battery',
  'charger',
  'electric-car',
] as const
export type GrantMeasure = (typeof GRANT_MEASURES)[number]
export const TENURES = ['owner', 'landlord', 'tenant', 'social'] as const
export type Tenure = (typeof TENURES)[number]
export const REPLACED_FUELS = ['gas', 'oil', 'lpg', 'coal', 'electric', 'heat-pump'] as const
export type ReplacedFuel = (typeof REPLACED_FUELS)[number]
/** `unknown`: not answered. `own`: a private space off the street. */
export const PARKING_PLACES = ['unknown', 'own', 'street', 'none'] as const
export type Parking = (typeof PARKING_PLACES)[number]

export interface GrantInputs {
  nation: Nation
  tenure: Tenure
  fuel: ReplacedFuel
  isOffGasGrid: boolean
  isRural: boolean
  isFlat: boolean
  parking: Parking
  /** Whether a cable channel crosses the pavement between the home and its on-street parking. */
  hasPavementChannel: boolean
  /** Whether the home already has solar panels or another generator. */
  hasPanels: boolean
  /** Planned measures. */
  plans: readonly GrantMeasure[]
  /** Day on which the work is done, as an ISO date. */
  day: string
}

/** `open` means that the rules are not settled, or depend on circumstances that the tool does not ask for. */
export type GrantVerdict = 'for you' | 'not for you' | 'open'

export interface Grant {
  /** Key of the reference value that holds the amount. */
  key: string
  label: string
  /** Planned measure for which the grant is. */
  plan: GrantMeasure
  verdict: GrantVerdict
  because: string
  /** Maximum amount in £; undefined if the scheme pays no fixed amount, the amount on the day is not known, or the verdict is `not for you`. */
  pounds?: number | undefined
  /** Maximum share of the cost that the grant pays, 0 to 1; undefined if it has no such limit. */
  share?: number | undefined
  until: string | null
}
