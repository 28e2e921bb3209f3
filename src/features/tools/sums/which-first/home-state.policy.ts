/** Describes a home whose jobs are ranked, and the heat that it needs before and between the jobs. */
import { createEmptyBand, type Band } from '#features/tools/figures/bands.policy.ts'
import type { Nation, ReferenceValues } from '#features/figures/figures.policy.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import { calculateSapCost } from '#features/tools/sums/epc.policy.ts'
import { calculateHotWaterKwh } from '#features/tools/sums/heat-loss.policy.ts'
import type { HeatingFuel } from '#features/tools/sums/heat-pump/heat-pump-inputs.policy.ts'
import { calculateSolar } from '#features/tools/sums/solar.policy.ts'
import { createHomeFabric, type FabricInputs, type HomeFabric } from './home-fabric.policy.ts'

export const HOME_JOBS = ['draughts', 'loft', 'walls', 'floor', 'windows', 'solar', 'heat-pump'] as const
export type HomeJob = (typeof HOME_JOBS)[number]
export const HEATING_SYSTEMS = ['boiler', 'storage', 'direct', 'heat-pump', 'communal'] as const
export type HeatingSystem = (typeof HEATING_SYSTEMS)[number]
export const HOME_TENURES = ['owner', 'landlord', 'tenant', 'social'] as const
export type HomeTenure = (typeof HOME_TENURES)[number]

export interface WhichFirstInputs extends FabricInputs {
  tenure: HomeTenure
  region: number
  nation: Nation
  done: readonly HomeJob[]
  budgetPounds: number
  heating: HeatingSystem
  /** Whether the home has its own radiators and pipes, which an air-to-water heat pump needs. */
  hasPipes: boolean
  people: number
  fuel: HeatingFuel
  /** Whether a home on oil or LPG cannot connect to mains gas, which decides about its grant. */
  isOffGasGrid: boolean
  consumptionKwh: number
  /** Heat for each kWh of fuel: below 1 for a boiler, above 1 for a heat pump. */
  efficiency: number
  /** Whether `efficiency` is our default of a boiler, whose range then counts. */
  isEfficiencyAssumed?: boolean | undefined
  fuelPencePerKwh: number
  electricityKwh: number
  electricityPencePerKwh: number
  exportPencePerKwh: number
  /** Today's EPC score. */
  epcScore: number
}

export const CASES = ['low', 'middle', 'high'] as const
export type Case = (typeof CASES)[number]

/** Heat that is left after the jobs before, and how it is made. */
export interface HeatState {
  spaceKwh: number
  /** Loss in W/K to which `spaceKwh` belongs: that of the model, or of the meter where that is higher. */
  lossWattsPerKelvin: number
  fuel: HeatingFuel
  efficiency: number
  fuelPencePerKwh: number
  /** Cost of energy in £ a year at SAP's fixed prices, for the EPC score. */
  sapPounds: number
}

/** States in which the jobs so far have saved little, the likely amount, or much. */
export type HomeState = Record<Case, HeatState>

export interface Home extends WhichFirstInputs {
  referenceValues: ReferenceValues
  fabric: HomeFabric
  hotWaterKwh: number
  /** kWh a year that a heat loss of 1 W/K takes. */
  kwhPerWattPerKelvin: number
  floorAreaM2: number
  /** Returns the savings of solar panels; undefined for flats. It is memoised, and uses reference values only if it is called. */
  findSolarSavings: () => JobSavings | undefined
}

/** Savings of a job in one case. */
export interface JobSavings {
  saving: Band
  carbonSaved: Band
  /** Saving in £ a year at SAP's prices; undefined if SAP's price is missing. */
  sapSaving: number | undefined
}

/** Prepares the home. At least half of the heat is taken to be for rooms, so that a low use is not hot water alone. */
export function createHome(inputs: WhichFirstInputs, referenceValues: ReferenceValues): Home {
  const heatKwh = inputs.consumptionKwh * inputs.efficiency
  let solarSavings: JobSavings | undefined
  const home: Home = {
    ...inputs,
    referenceValues,
    fabric: createHomeFabric(inputs, referenceValues),
    hotWaterKwh: Math.min(calculateHotWaterKwh(inputs.people), heatKwh / 2),
    kwhPerWattPerKelvin: (24 * getSapRegion(inputs.region).degreeDays) / 1000,
    floorAreaM2: referenceValues.find(`home.${inputs.house}-floor-area`)?.value ?? 0,
    findSolarSavings: () => (solarSavings ??= calculateSolarSavings(home)),
  }
  return home
}

/** Returns the heat loss in W/K that the meter shows. */
const calculateMeterLoss = ({ consumptionKwh, efficiency, hotWaterKwh, kwhPerWattPerKelvin }: Home) =>
  (consumptionKwh * efficiency - hotWaterKwh) / kwhPerWattPerKelvin

/** Returns the multiple of the modelled heat loss that the meter shows. If it is below 1, insulation saves this part of what the tool `insulation` shows. */
export const calculateMeterMultiple = (home: Home): number =>
  home.fabric.lossWattsPerKelvin > 0 ? calculateMeterLoss(home) / home.fabric.lossWattsPerKelvin : 1

/** Returns the home before any job. If the model loses more than the meter shows, all savings shrink in proportion. */
export function createHomeState(home: Home): HomeState {
  const { consumptionKwh, efficiency, fuel, fuelPencePerKwh, fabric, hotWaterKwh, epcScore, floorAreaM2 } = home
  const spaceKwh = consumptionKwh * efficiency - hotWaterKwh
  const state: HeatState = {
    spaceKwh,
    lossWattsPerKelvin: Math.max(fabric.lossWattsPerKelvin, calculateMeterLoss(home)),
    fuel,
    efficiency,
    fuelPencePerKwh,
    sapPounds: calculateSapCost(epcScore, floorAreaM2),
  }
  return { low: state, middle: state, high: state }
}

export const TYPICAL_ROOF = { kwp: 4, pitchDegrees: 35, direction: 'S', shade: 'none' } as const

function calculateSolarSavings(home: Home): JobSavings | undefined {
  if (home.house === 'flat') return undefined
  const { referenceValues, region, electricityKwh, electricityPencePerKwh, exportPencePerKwh } = home
  const { results } = calculateSolar(
    {
      region,
      slopes: [TYPICAL_ROOF],
      useKwh: electricityKwh,
      batteryKwh: 0,
      importPencePerKwh: electricityPencePerKwh,
      exportPencePerKwh,
    },
    referenceValues,
  )
  const [importPrice, exportPrice] = [referenceValues.find('sap.electricity'), referenceValues.find('sap.export')]
  return {
    saving: results['saving'] ?? createEmptyBand('£'),
    carbonSaved: results['carbonSaved'] ?? createEmptyBand('kg'),
    sapSaving:
      importPrice &&
      exportPrice &&
      ((results['selfUse']?.middle ?? 0) * importPrice.value + (results['exported']?.middle ?? 0) * exportPrice.value) / 100,
  }
}
