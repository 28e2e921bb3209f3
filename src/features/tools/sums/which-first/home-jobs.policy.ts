/**
 * Calculates the jobs of a home one after the other. Each job is calculated on the heat that those before it have left, so that together they
 * never save more than the home uses.
 */
import { formatNumber } from '#wording/numbers.ts'
import { createBand, createEmptyBand, type Band } from '#features/tools/figures/bands.policy.ts'
import { scaleRange, type ReferenceValue, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { calculateEpcScore } from '#features/tools/sums/epc.policy.ts'
import { findHeatPumpPrice } from '#features/tools/sums/heat-pump/heat-pump-price.policy.ts'
import { calculateHeatPump, findCertainGrantPounds, findHeatPumpGrant } from '#features/tools/sums/heat-pump/heat-pump.policy.ts'
import type { HeatingFuel } from '#features/tools/sums/heat-pump/heat-pump-inputs.policy.ts'
import { isHighland } from '#features/tools/places/sap-regions.policy.ts'
import { isNewBuild } from './home-fabric.policy.ts'
import {
  CASES,
  TYPICAL_ROOF,
  type Case,
  type HeatState,
  type Home,
  type HomeJob,
  type HomeState,
  type JobSavings,
} from './home-state.policy.ts'

export interface CalculatedJob {
  cost: Band
  saving: Band
  carbonSaved: Band
  epcPoints: Band
  /** What the result assumes, for people; undefined if there is nothing to say. */
  remark?: string | undefined
  /** Savings by case, from which totals are added up. */
  savingsByCase: Record<Case, JobSavings>
  /** State of the home after the job. */
  next: HomeState
}

/**
 * Calculates a job on the state of the home; undefined if the home has nothing to gain, cannot have it, or a reference value is missing.
 * @param jobsBefore names the jobs that led to the state, for the remark; empty if none of them saves heat
 */
export function calculateJob(job: HomeJob, home: Home, state: HomeState, jobsBefore = ''): CalculatedJob | undefined {
  if (home.done.includes(job)) return undefined
  if (job === 'solar') return calculateSolarJob(home, state)
  if (job === 'heat-pump') return calculateHeatPumpJob(home, state, jobsBefore)
  return job === 'draughts' ? calculateDraughtJob(home, state) : calculateFabricJob(job, home, state)
}

/** Returns a value of the range of a reference value by case. */
const getCase = ({ low, value, high }: ReferenceValue, name: Case) => (name === 'middle' ? value : name === 'low' ? low : high)
const mapCases = <Value>(map: (name: Case) => Value): Record<Case, Value> => ({ low: map('low'), middle: map('middle'), high: map('high') })

/** Returns a job whose band has the middle of the middle case, and the lowest and highest ends of all cases. */
function toJob(home: Home, cost: Band, savingsByCase: Record<Case, JobSavings>, next: HomeState, before: HomeState): CalculatedJob {
  const combine = (name: 'saving' | 'carbonSaved') => {
    const { middle, unit } = savingsByCase.middle[name]
    const ends = CASES.flatMap((key) => [savingsByCase[key][name].low, savingsByCase[key][name].high]).filter((end) => end !== null)
    return middle === null ? createEmptyBand(unit) : createBand(unit, middle, ends)
  }
  const calculatePoints = (name: Case) => {
    const score = (pounds: number) => calculateEpcScore(Math.max(1, pounds), home.floorAreaM2)
    return score(before[name].sapPounds - (savingsByCase[name].sapSaving ?? 0)) - score(before[name].sapPounds)
  }
  const hasPoints = savingsByCase.middle.sapSaving !== undefined
  return {
    cost,
    saving: combine('saving'),
    carbonSaved: combine('carbonSaved'),
    epcPoints: hasPoints
      ? createBand('points', calculatePoints('middle'), [calculatePoints('low'), calculatePoints('high')])
      : createEmptyBand('points'),
    savingsByCase,
    next: mapCases((name) => ({ ...next[name], sapPounds: Math.max(1, before[name].sapPounds - (savingsByCase[name].sapSaving ?? 0)) })),
  }
}

const findCarbonOf = (fuel: HeatingFuel, referenceValues: ReferenceValues) =>
  referenceValues.find(fuel === 'electric' ? 'carbon.electricity' : `carbon.${fuel}`)?.value
const findSapPriceOf = (fuel: HeatingFuel, referenceValues: ReferenceValues) =>
  referenceValues.find(fuel === 'electric' ? 'sap.electricity' : `sap.${fuel}`)?.value

/**
 * Returns SAP's price of the heating. That of storage heaters is a night rate, which the reference values lack.
 */
const findSapPriceOfHeating = ({ heating, referenceValues }: Home, { fuel }: HeatState) =>
  heating === 'storage' ? undefined : findSapPriceOf(fuel, referenceValues)

/** Returns SAP's standing charge in £ a year, which ends with the last heating on gas; SAP counts none for other fuels. */
const findSapStanding = ({ fuel }: HeatState, referenceValues: ReferenceValues) =>
  fuel === 'gas' ? (referenceValues.find('sap.gas-standing')?.value ?? 0) : 0

/** Returns the job that saves a share of the heat for rooms in each case. */
function toHeatJob(home: Home, state: HomeState, cost: Band, getShare: (state: HeatState, name: Case) => number): CalculatedJob {
  const shares = mapCases((name) => Math.min(1, getShare(state[name], name)))
  const savingsByCase = mapCases((name): JobSavings => {
    const { spaceKwh, efficiency, fuel, fuelPencePerKwh } = state[name]
    const fuelKwh = (spaceKwh * shares[name]) / efficiency
    const carbon = findCarbonOf(fuel, home.referenceValues)
    const sapPence = findSapPriceOfHeating(home, state[name])
    return {
      saving: createBand('£', (fuelKwh * fuelPencePerKwh) / 100),
      carbonSaved: carbon === undefined ? createEmptyBand('kg') : createBand('kg', fuelKwh * carbon),
      sapSaving: sapPence && (fuelKwh * sapPence) / 100,
    }
  })
  const next = mapCases((name) => ({
    ...state[name],
    spaceKwh: state[name].spaceKwh * (1 - shares[name]),
    lossWattsPerKelvin: state[name].lossWattsPerKelvin * (1 - shares[name]),
  }))
  return toJob(home, cost, savingsByCase, next, state)
}

/** The price is that of a semi-detached home in proportion to the floor area, because the gaps of doors, windows and floors grow with the home. */
function calculateDraughtJob(home: Home, state: HomeState): CalculatedJob | undefined {
  if (isNewBuild(home)) return undefined
  const share = home.referenceValues.find('job.draughts-share')
  const semiFloorAreaM2 = home.referenceValues.find('home.semi-floor-area')?.value
  const factor = semiFloorAreaM2 && home.floorAreaM2 ? home.floorAreaM2 / semiFloorAreaM2 : 1
  const cost = scaleCost('job.draughts', factor, home.referenceValues)
  if (!share || !cost) return undefined
  return { ...toHeatJob(home, state, cost, (_, name) => getCase(share, name)), remark: describeDraughtPrice(home) }
}

function describeDraughtPrice({ house, referenceValues }: Home): string | undefined {
  const price = referenceValues.find('job.draughts')
  if (!price) return undefined
  const scale = house === 'semi' ? '' : ', in proportion to the floor area of a home like yours'
  return `The price is our own estimate: £${formatNumber(price.low)} to £${formatNumber(price.high)} for a semi-detached home${scale}.`
}

/** The share of the heat is the loss that the job removes ÷ the loss that is left, × `insulation.comfort-taken`. */
function calculateFabricJob(job: 'loft' | 'walls' | 'floor' | 'windows', home: Home, state: HomeState): CalculatedJob | undefined {
  const details = home.fabric.jobs[job]
  const cost = details && scaleCost(details.priceKey, details.priceFactor, home.referenceValues)
  const comfort = home.referenceValues.find('insulation.comfort-taken')
  if (!details || !cost) return undefined
  const calculated = toHeatJob(home, state, cost, ({ lossWattsPerKelvin }, name) =>
    lossWattsPerKelvin > 0 ? (details.lossWattsPerKelvin * (comfort ? getCase(comfort, name) : 1)) / lossWattsPerKelvin : 0,
  )
  return job === 'walls' && home.house === 'flat' ? { ...calculated, remark: FLAT_WALLS_REMARK } : calculated
}

const FLAT_WALLS_REMARK =
  'The price is that of a house by area. A cavity, or insulation outside, is done for the whole building together, so ask who manages it; solid walls can also be lined inside one flat.'

function scaleCost(key: string, factor: number, referenceValues: ReferenceValues): Band | undefined {
  const price = referenceValues.find(key)
  return price && createBand('£', price.value * factor, [price.low * factor, price.high * factor])
}

function calculateSolarJob(home: Home, state: HomeState): CalculatedJob | undefined {
  const solar = home.findSolarSavings()
  const price = solar && home.referenceValues.find('solar.price-small')
  if (!price) return undefined
  const pounds = price.value * TYPICAL_ROOF.kwp
  const cost = createBand('£', pounds, scaleRange(pounds, home.referenceValues.find('quote.price-band')))
  return {
    ...toJob(
      home,
      cost,
      mapCases(() => solar),
      state,
      state,
    ),
    remark: `For ${TYPICAL_ROOF.kwp} kW of panels that face south.${price.nations.includes(home.nation) ? '' : ' The price is that of Great Britain.'}`,
  }
}

const INDOOR_CELSIUS = 20
const FLOW_CELSIUS = 45

/** Whether an air-to-water heat pump is an option: not for flats without pipes, nor where the building or a heat pump already heats. */
const canHaveHeatPump = ({ heating, house, hasPipes }: Home) =>
  heating !== 'communal' && heating !== 'heat-pump' && (hasPipes || house !== 'flat')

/** States the grant that the cost contains, or why there is none. */
function describeGrant({ nation, tenure, fuel, isOffGasGrid }: Home, grantPounds: number | undefined): string {
  if (grantPounds !== undefined) {
    const condition =
      nation === 'scotland'
        ? 'of Home Energy Scotland, which assesses your home first: the high end is without it'
        : isOffGasGrid && (fuel === 'oil' || fuel === 'lpg')
          ? 'for homes off the gas grid; its last day is not confirmed'
          : 'of the Boiler Upgrade Scheme'
    const landlord = tenure === 'tenant' ? ', for which your landlord can apply' : ''
    return `Less the grant of £${formatNumber(grantPounds)} ${condition}${landlord}.`
  }
  if (nation === 'northern-ireland') return 'Without a grant: the Boiler Upgrade Scheme does not cover Northern Ireland.'
  if (nation === 'scotland') return 'Without a grant: that of Home Energy Scotland is for people who own and live in their home.'
  return tenure === 'social' ? 'Without a grant: the Boiler Upgrade Scheme excludes social housing.' : 'Without a grant.'
}

/** Says where a heat pump costs more to run than the heating that it replaces; empty if it costs less in all cases. */
function describeRunningCosts({ low, middle }: Band): string {
  if (middle !== null && middle < 0)
    return ` At your prices it costs about £${formatNumber(Math.round(-middle))} more a year to run, so it is not counted within the budget. It saves carbon.`
  return low !== null && low < 0 ? ' At the low end it costs more to run than your heating today.' : ''
}

function calculateHeatPumpJob(home: Home, state: HomeState, jobsBefore: string): CalculatedJob | undefined {
  const { referenceValues, hotWaterKwh, kwhPerWattPerKelvin, electricityPencePerKwh, nation, hasPipes } = home
  if (!canHaveHeatPump(home) || !referenceValues.find(`scop.flow-${FLOW_CELSIUS}`)) return undefined
  const designCelsius = referenceValues.find(isHighland(home.region) ? 'design.temperature-highland' : 'design.temperature')?.value ?? 0
  const loadKw = (state.middle.spaceKwh / kwhPerWattPerKelvin / 1000) * (INDOOR_CELSIUS - designCelsius)
  const price = findHeatPumpPrice(loadKw, referenceValues)
  const pipes = hasPipes ? undefined : referenceValues.find('heat-pump.wet-system')
  if (!price || (!hasPipes && !pipes)) return undefined
  const results = mapCases((name) => {
    const { spaceKwh, fuel, efficiency, fuelPencePerKwh } = state[name]
    return calculateHeatPump(
      {
        fuel,
        consumptionKwh: (spaceKwh + hotWaterKwh) / efficiency,
        efficiency,
        isEfficiencyAssumed: home.isEfficiencyAssumed,
        flowCelsius: FLOW_CELSIUS,
        electricityPencePerKwh,
        fuelPencePerKwh,
        standingPencePerDay: 0,
        isMeterRemoved: false,
        nation,
        isOffGasGrid: home.isOffGasGrid,
      },
      referenceValues,
    ).results
  })
  const scop = results.middle['scop']?.middle ?? 1
  const sapElectricity = findSapPriceOf('electric', referenceValues)
  const savingsByCase = mapCases((name): JobSavings => {
    const heatKwh = state[name].spaceKwh + hotWaterKwh
    const sapFuel = findSapPriceOfHeating(home, state[name])
    return {
      saving: results[name]['gain'] ?? createEmptyBand('£'),
      carbonSaved: results[name]['carbonSaved'] ?? createEmptyBand('kg'),
      sapSaving:
        sapFuel &&
        sapElectricity &&
        ((heatKwh / state[name].efficiency) * sapFuel - (heatKwh / scop) * sapElectricity) / 100 +
          findSapStanding(state[name], referenceValues),
    }
  })
  const grant = findHeatPumpGrant(home, referenceValues)
  const grantPounds = grant?.value ?? 0
  const deductGrant = (pounds: number, pipePounds = 0, deducted = grantPounds) => Math.max(0, pounds + pipePounds - deducted)
  const cost = createBand('£', deductGrant(price.value, pipes?.value), [
    deductGrant(price.low, pipes?.low),
    deductGrant(price.high, pipes?.high, findCertainGrantPounds(grant, scop, referenceValues)),
  ])
  const next = mapCases((name): HeatState => ({
    ...state[name],
    fuel: 'electric',
    efficiency: scop,
    fuelPencePerKwh: electricityPencePerKwh,
  }))
  const runningCosts = describeRunningCosts(savingsByCase.middle.saving)
  const remark = `Priced for a heat loss of about ${loadKw.toFixed(1)} kW${jobsBefore === '' ? '' : ` after ${jobsBefore}`}${pipes ? ', with new radiators and pipes' : ''}. ${describeGrant(home, grant?.value)}${runningCosts}`
  return { ...toJob(home, cost, savingsByCase, next, state), remark }
}
