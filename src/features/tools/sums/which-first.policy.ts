/**
 * Calculates the tool `which-first`, which ranks jobs for a type and age of home. Results are approximate: areas and prices are typical
 * reference values, and each job is calculated on its own with the formulas of the other tools.
 */
import {
  createBand,
  createEmptyBand,
  calculatePayback,
  type Band,
  type ToolResult,
  type ToolWarning,
} from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'
import { getSapRegion } from '#features/tools/places/sap-regions.policy.ts'
import { calculateHeatPump, type HeatingFuel } from './heat-pump.policy.ts'
import { calculateHeatSaved } from './insulation.policy.ts'
import { calculateEpcScore, calculateSapCost } from './epc.policy.ts'
import { calculateSolar } from './solar.policy.ts'

export const HOUSE_TYPES = ['flat', 'terrace', 'semi', 'detached'] as const
export type HouseType = (typeof HOUSE_TYPES)[number]
export const HOUSE_AGES = ['before-1930', '1930-1982', 'after-1982'] as const
export type HouseAge = (typeof HOUSE_AGES)[number]
export const HOME_JOBS = ['draughts', 'loft', 'walls', 'floor', 'windows', 'solar', 'heat-pump'] as const
export type HomeJob = (typeof HOME_JOBS)[number]

export interface WhichFirstInputs {
  house: HouseType
  age: HouseAge
  region: number
  nation: Nation
  done: readonly HomeJob[]
  budgetPounds: number
  fuel: HeatingFuel
  consumptionKwh: number
  efficiency: number
  fuelPencePerKwh: number
  electricityKwh: number
  electricityPencePerKwh: number
  exportPencePerKwh: number
  /** Today's EPC score. */
  epcScore: number
}

export interface RankedJob {
  job: HomeJob
  label: string
  /** Cost in £, after the grant. */
  cost: Band
  /** Saving in £ a year. */
  saving: Band
  /** Carbon saved in kg a year. */
  carbonSaved: Band
  payback: Band
  /** Approximate gain in EPC points. */
  epcPoints: Band
  /** 1: the job takes hours; 2: it takes days; 3: a room or the whole house becomes a building site. */
  disturbance: 1 | 2 | 3
  /** Jobs that are better done first. */
  after: HomeJob[]
  isWithinBudget: boolean
}

export interface WhichFirstResult extends ToolResult {
  jobs: RankedJob[]
}

/** Result of a job before ranking. */
interface JobResult {
  cost: Band
  saving: Band
  carbonSaved: Band
  /** Saving in £ a year at SAP's fixed prices, for the EPC score; undefined if SAP's price is missing. */
  sapSaving: number | undefined
}

interface Home extends WhichFirstInputs {
  referenceValues: ReferenceValues
  sizeOf: (surface: 'floor-area' | 'roof-area' | 'wall-area' | 'window-area') => number
  semiSizeOf: (surface: 'floor-area' | 'roof-area' | 'wall-area' | 'window-area') => number
}

const DISTURBANCE_LEVELS: Record<HomeJob, 1 | 2 | 3> = { draughts: 1, loft: 1, walls: 2, floor: 3, windows: 2, solar: 2, 'heat-pump': 3 }
const JOB_LABELS: Record<HomeJob, string> = {
  draughts: 'Stop draughts',
  loft: 'Top up the loft',
  walls: 'Insulate the walls',
  floor: 'Insulate the floor',
  windows: 'New windows',
  solar: 'Solar panels',
  'heat-pump': 'Heat pump',
}

/** Ranks the jobs by payback. Jobs that never pay back come last; half a year is added for a heat pump, so that it follows fabric jobs of similar payback. */
export function rankJobs(inputs: WhichFirstInputs, allReferenceValues: ReferenceValues): WhichFirstResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const createSizeLookup = (house: HouseType) => (surface: string) => referenceValues.find(`home.${house}-${surface}`)?.value ?? 0
  const home: Home = { ...inputs, referenceValues, sizeOf: createSizeLookup(inputs.house), semiSizeOf: createSizeLookup('semi') }
  const ranked = HOME_JOBS.filter((job) => !inputs.done.includes(job))
    .flatMap((job) => {
      const result = calculateJob(job, home)
      return result ? [toRanked(job, result, home)] : []
    })
    .toSorted((a, b) => getSortValue(a) - getSortValue(b))
  const jobs = markWithinBudget(ranked, inputs.budgetPounds)
  const sumOf = (name: 'cost' | 'saving' | 'carbonSaved', unit: string) => sumWithinBudget(jobs, name, unit)
  const warnings: ToolWarning[] = [
    { code: 'each-alone', message: 'Each job is calculated on its own: together they save less than the total.' },
  ]
  if (jobs.length === 0)
    warnings.push({ code: 'nothing-left', message: 'All of these jobs are done, or none of them applies to this home.' })
  return {
    results: { cost: sumOf('cost', '£'), saving: sumOf('saving', '£'), carbonSaved: sumOf('carbonSaved', 'kg') },
    jobs,
    warnings,
    referenceKeys: referenceValues.usedKeys(),
  }
}

const getSortValue = ({ job, payback }: RankedJob) => (payback.middle ?? 1000) + (job === 'heat-pump' ? 0.5 : 0)

/** Marks the jobs that fit into the budget, in order; a job that does not fit is skipped. */
function markWithinBudget(jobs: readonly RankedJob[], budgetPounds: number): RankedJob[] {
  let remaining = budgetPounds
  return jobs.map((job) => {
    const cost = job.cost.middle ?? Number.POSITIVE_INFINITY
    const isWithinBudget = cost <= remaining
    if (isWithinBudget) remaining -= cost
    return { ...job, isWithinBudget }
  })
}

function sumWithinBudget(jobs: readonly RankedJob[], name: 'cost' | 'saving' | 'carbonSaved', unit: string): Band {
  const affordable = jobs.filter(({ isWithinBudget }) => isWithinBudget)
  const sum = (end: 'low' | 'middle' | 'high') => affordable.reduce((total, job) => total + (job[name][end] ?? 0), 0)
  return { low: sum('low'), middle: sum('middle'), high: sum('high'), unit }
}

function toRanked(job: HomeJob, { cost, saving, carbonSaved, sapSaving }: JobResult, home: Home): RankedJob {
  const price = { low: cost.low ?? 0, middle: cost.middle ?? 0, high: cost.high ?? 0 }
  return {
    job,
    label: JOB_LABELS[job],
    cost,
    saving,
    carbonSaved,
    payback: calculatePayback(price, saving),
    epcPoints: sapSaving === undefined ? createEmptyBand('points') : calculateEpcPoints(sapSaving, home),
    disturbance: DISTURBANCE_LEVELS[job],
    after: job === 'heat-pump' ? (['draughts', 'loft', 'walls'] as const).filter((first) => !home.done.includes(first)) : [],
    isWithinBudget: false,
  }
}

/** Returns the EPC points gained over today's score (SAP 10.2). The range comes from `insulation.comfort-taken`. */
function calculateEpcPoints(sapSaving: number, { referenceValues, sizeOf, epcScore: score }: Home): Band {
  const floorArea = sizeOf('floor-area')
  const costToday = calculateSapCost(score, floorArea)
  const calculateGain = (savedPounds: number) => calculateEpcScore(Math.max(1, costToday - savedPounds), floorArea) - score
  const [low, high] = scaleRange(sapSaving, referenceValues.find('insulation.comfort-taken'))
  return createBand('points', calculateGain(sapSaving), [calculateGain(low), calculateGain(high)])
}

function calculateJob(job: HomeJob, home: Home): JobResult | undefined {
  if (job === 'solar') return home.house === 'flat' ? undefined : calculateSolarJob(home)
  if (job === 'heat-pump') return calculateHeatPumpJob(home)
  if (job === 'draughts') return calculateDraughtJob(home)
  const surface = findSurface(job, home)
  if (!surface || surface.areaM2 === 0) return undefined
  const [before, after] = [home.referenceValues.find(surface.before), home.referenceValues.find(surface.after)]
  if (!before || !after) return undefined
  const { degreeDays } = getSapRegion(home.region)
  const heat = calculateHeatSaved({ areaM2: surface.areaM2, uBefore: before.value, uAfter: after.value, degreeDays })
  const cost = scaleCost(surface.price, surface.areaM2 / surface.semiAreaM2, home.referenceValues)
  // A job cannot save more heat than the home uses.
  return cost && toJobResult(Math.min(heat, home.consumptionKwh * home.efficiency), cost, home)
}

/** Returns the surface that a job insulates, with its U-values by the home's age; undefined if a home of that age has nothing to gain. */
function findSurface(job: 'loft' | 'walls' | 'floor' | 'windows', { age, sizeOf, semiSizeOf }: Home) {
  const toSurface = (surface: 'roof-area' | 'wall-area' | 'window-area', price: string, before: string, after: string) => ({
    areaM2: sizeOf(surface),
    semiAreaM2: semiSizeOf(surface),
    price,
    before,
    after,
  })
  if (job === 'loft') return toSurface('roof-area', 'job.loft', 'u.loft-100', 'u.loft-270')
  if (job === 'windows')
    return toSurface('window-area', 'job.windows', age === 'after-1982' ? 'u.window-double-old' : 'u.window-single', 'u.window-double-new')
  if (job === 'floor')
    return age === 'before-1930' ? toSurface('roof-area', 'job.floor', 'u.floor-timber', 'u.floor-timber-insulated') : undefined
  if (age === 'before-1930') return toSurface('wall-area', 'job.solid-wall', 'u.wall-solid', 'u.wall-insulated')
  return age === '1930-1982' ? toSurface('wall-area', 'job.cavity', 'u.wall-cavity', 'u.wall-cavity-filled') : undefined
}

function scaleCost(key: string, factor: number, referenceValues: ReferenceValues): Band | undefined {
  const price = referenceValues.find(key)
  return price && createBand('£', price.value * factor, [price.low * factor, price.high * factor])
}

function calculateDraughtJob(home: Home): JobResult | undefined {
  const share = home.referenceValues.find('job.draughts-share')
  const cost = scaleCost('job.draughts', 1, home.referenceValues)
  return share && cost && toJobResult(home.consumptionKwh * home.efficiency * share.value, cost, home)
}

/** Converts saved heat to £, kg and £ at SAP's prices, for the fuel that heats the home. */
function toJobResult(heatKwh: number, cost: Band, { referenceValues, fuel, efficiency, fuelPencePerKwh }: Home): JobResult {
  const fuelKwh = heatKwh / efficiency
  const carbon = referenceValues.find(fuel === 'electric' ? 'carbon.electricity' : `carbon.${fuel}`)
  const sapPrice = referenceValues.find(fuel === 'electric' ? 'sap.electricity' : `sap.${fuel}`)
  const [low, high] = scaleRange(1, referenceValues.find('insulation.comfort-taken'))
  const createRangeBand = (unit: string, value: number) => createBand(unit, value, [value * low, value * high])
  return {
    cost,
    saving: createRangeBand('£', (fuelKwh * fuelPencePerKwh) / 100),
    carbonSaved: carbon ? createRangeBand('kg', fuelKwh * carbon.value) : createEmptyBand('kg'),
    sapSaving: sapPrice && (fuelKwh * sapPrice.value) / 100,
  }
}

const TYPICAL_ROOF = { kwp: 4, pitchDegrees: 35, direction: 'S', shade: 'none' } as const

function calculateSolarJob({
  referenceValues,
  region,
  electricityKwh,
  electricityPencePerKwh,
  exportPencePerKwh,
}: Home): JobResult | undefined {
  const price = referenceValues.find('solar.price-small')
  if (!price) return undefined
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
  const [low, high] = scaleRange(price.value * TYPICAL_ROOF.kwp, referenceValues.find('quote.price-band'))
  const [importPrice, exportPrice] = [referenceValues.find('sap.electricity'), referenceValues.find('sap.export')]
  const selfUseKwh = results['selfUse']?.middle ?? 0
  return {
    cost: createBand('£', price.value * TYPICAL_ROOF.kwp, [low, high]),
    saving: results['saving'] ?? createEmptyBand('£'),
    carbonSaved: results['carbonSaved'] ?? createEmptyBand('kg'),
    sapSaving:
      importPrice && exportPrice && (selfUseKwh * importPrice.value + (results['exported']?.middle ?? 0) * exportPrice.value) / 100,
  }
}

function calculateHeatPumpJob(home: Home): JobResult | undefined {
  const { referenceValues, fuel, consumptionKwh, efficiency, fuelPencePerKwh, electricityPencePerKwh, nation } = home
  const price = referenceValues.find('heat-pump.price')
  if (!price || !referenceValues.find('scop.flow-45')) return undefined
  const { results } = calculateHeatPump(
    {
      fuel,
      consumptionKwh,
      efficiency,
      flowCelsius: 45,
      electricityPencePerKwh,
      fuelPencePerKwh,
      standingPencePerDay: 0,
      isMeterRemoved: false,
      nation,
      isOffGasGrid: fuel === 'oil' || fuel === 'lpg',
    },
    referenceValues,
  )
  const deductGrant = (pounds: number) => Math.max(0, pounds - (results['grant']?.middle ?? 0))
  const [sapFuel, sapElectricity] = [
    referenceValues.find(fuel === 'electric' ? 'sap.electricity' : `sap.${fuel}`),
    referenceValues.find('sap.electricity'),
  ]
  const electricityKwh = (consumptionKwh * efficiency) / (results['scop']?.middle ?? 1)
  return {
    cost: createBand('£', deductGrant(price.value), [deductGrant(price.low), deductGrant(price.high)]),
    saving: results['gain'] ?? createEmptyBand('£'),
    carbonSaved: results['carbonSaved'] ?? createEmptyBand('kg'),
    sapSaving: sapFuel && sapElectricity && (consumptionKwh * sapFuel.value - electricityKwh * sapElectricity.value) / 100,
  }
}
