/** Calculates the tool `heat-pump`: running cost compared with today's heating. Prices, efficiencies and grants are reference values. */
import {
  createBand,
  listPaybackWarnings,
  createEmptyBand,
  calculatePayback,
  type Band,
  type ToolResult,
} from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValue, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { limitBreakEven, type BreakEvenLimits } from '#features/tools/figures/break-even.policy.ts'
import type { HeatPumpInputs } from './heat-pump-inputs.policy.ts'
import { listHeatPumpWarnings } from './heat-pump-warnings.policy.ts'
import { calculateAveragePrice } from './three-rates.policy.ts'

/** Flow temperatures whose SCOP is a reference value, such as `scop.flow-35`. */
const SCOP_FLOWS_CELSIUS = [35, 40, 45, 50, 55] as const

/** Below a SCOP of 1 a heat pump would be no better than an electric heater; no heat pump for homes reaches more than 6. */
const SCOP_LIMITS: BreakEvenLimits = {
  min: 1,
  max: 6,
  below: {
    code: 'always-cheaper',
    message: 'At these prices a heat pump always costs less to run, however efficient it is: there is no break-even SCOP to reach.',
  },
  above: {
    code: 'never-cheaper',
    message: 'At these prices a heat pump never costs less to run: the SCOP that it would need is higher than any heat pump reaches.',
  },
}

/** Converts litres to kWh by `heat.oil-litre` or `heat.lpg-litre`; undefined if there is no such reference value. */
export function convertLitresToKwh(fuel: 'oil' | 'lpg', litres: number, referenceValues: ReferenceValues): number | undefined {
  const perLitre = referenceValues.find(`heat.${fuel}-litre`)
  return perLitre && litres * perLitre.value
}

/** Highest flow temperature for which there is a SCOP. */
export const MAX_FLOW_CELSIUS = 55

/** Returns the SCOP at a flow temperature, interpolated linearly between the reference values; undefined if one of them is missing. */
export function findScopAtFlow(
  flowCelsius: number,
  referenceValues: ReferenceValues,
): Pick<ReferenceValue, 'low' | 'value' | 'high'> | undefined {
  const flow = Math.min(MAX_FLOW_CELSIUS, Math.max(35, flowCelsius))
  const below = Math.floor(flow / 5) * 5
  // If the temperature is exactly that of a row, `above` equals `below`, so that the next row is not reported as used.
  const above = Math.ceil(flow / 5) * 5
  const [a, b] = [referenceValues.find(`scop.flow-${below}`), referenceValues.find(`scop.flow-${above}`)]
  if (!a || !b) return undefined
  const interpolate = (first: number, last: number) => first + ((last - first) * (flow - below)) / 5
  return { low: interpolate(a.low, b.low), value: interpolate(a.value, b.value), high: interpolate(a.high, b.high) }
}

/**
 * Returns the range of a SCOP that the user entered. It has the relative spread of the reference value nearest to it, because the SCOP of a
 * quote is a forecast.
 */
function findScopRange(scop: number, referenceValues: ReferenceValues): [number, number] {
  const rows = SCOP_FLOWS_CELSIUS.flatMap((flow) => referenceValues.find(`scop.flow-${flow}`) ?? [])
  const nearest = rows.toSorted((a, b) => Math.abs(a.value - scop) - Math.abs(b.value - scop))[0]
  return scaleRange(scop, nearest)
}

/**
 * Returns the grant by nation, tenure, kind and replaced fuel; undefined if there is none or it is unknown. The Boiler Upgrade Scheme excludes
 * social housing; a tenant's landlord can apply for it. Home Energy Scotland pays only owners who live in the home, and its grant is not for
 * heat pumps that heat air.
 */
export function findHeatPumpGrant(
  {
    nation,
    fuel,
    isOffGasGrid,
    kind = 'air-to-water',
    tenure = 'owner',
  }: Pick<HeatPumpInputs, 'nation' | 'fuel' | 'isOffGasGrid' | 'kind' | 'tenure'>,
  referenceValues: ReferenceValues,
): ReferenceValue | undefined {
  if (nation === 'northern-ireland') return undefined
  if (nation === 'scotland')
    return tenure === 'owner' && kind === 'air-to-water' ? referenceValues.find('scotland.heat-pump-grant') : undefined
  if (tenure === 'social') return undefined
  if (kind === 'air-to-air') return referenceValues.find('bus.air-to-air')
  const isHigherGrant = isOffGasGrid && (fuel === 'oil' || fuel === 'lpg')
  return (isHigherGrant ? referenceValues.find('bus.off-grid-oil-lpg') : undefined) ?? referenceValues.find('bus.air-to-water')
}

/**
 * Returns the amount that is certain. The last day of the larger grant for oil and LPG is not confirmed, so the one for all homes counts. Home
 * Energy Scotland decides after an assessment, so none of its grant is certain; nor is that of the Boiler Upgrade Scheme below its least SCOP.
 */
export function findCertainGrantPounds(grant: ReferenceValue | undefined, scop: number, referenceValues: ReferenceValues): number {
  if (grant?.key === 'scotland.heat-pump-grant') return 0
  if (grant && findUnmetMinimumScop(grant, scop, referenceValues) !== undefined) return 0
  return (grant?.key === 'bus.off-grid-oil-lpg' ? referenceValues.find('bus.air-to-water')?.value : grant?.value) ?? 0
}

/** Returns the SCOP that a grant for heating water asks for, if the given one is lower. */
function findUnmetMinimumScop(grant: ReferenceValue, scop: number, referenceValues: ReferenceValues): number | undefined {
  const minimum = grant.key.startsWith('bus.') && grant.key !== 'bus.air-to-air' ? referenceValues.find('bus.minimum-scop') : undefined
  return minimum && scop < minimum.value ? minimum.value : undefined
}

/**
 * Calculates the result: heat = fuel × η; electricity = heat ÷ SCOP; gain = fuel × its price (+ 365 × standing charge if the meter goes) −
 * electricity × its price. Break-even SCOP = electricity price × heat ÷ total cost of the fuel. Payback = (quote − grant) ÷ gain.
 * The range comes from the SCOP, and from our defaults of η (`efficiency.boiler`) and, on a tariff with three prices, of the shares of their
 * hours.
 * @throws RangeError if `scop` is undefined and there are no reference values for the flow temperature
 */
export function calculateHeatPump(inputs: HeatPumpInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const { consumptionKwh, efficiency, fuelPencePerKwh, standingPencePerDay, isMeterRemoved: meterGoes, threeRates } = inputs
  const tariffPrice = threeRates ? calculateAveragePrice(threeRates) : createEmptyBand('p/kWh')
  const pence = tariffPrice.middle ?? inputs.electricityPencePerKwh
  const prices = [pence, tariffPrice.low ?? pence, tariffPrice.high ?? pence]
  const scopOfFlow = inputs.scop === undefined ? findScopAtFlow(inputs.flowCelsius ?? 45, referenceValues) : undefined
  const scop = inputs.scop ?? scopOfFlow?.value
  if (scop === undefined) throw new RangeError('There is no SCOP for this flow temperature.')
  const [scopLow, scopHigh] = scopOfFlow ? [scopOfFlow.low, scopOfFlow.high] : findScopRange(scop, referenceValues)
  // The efficiency of an electric heater is exact; that of a boiler is at most 1.
  const isEfficiencyAssumed = inputs.isEfficiencyAssumed && inputs.fuel !== 'electric'
  const [low, high] = isEfficiencyAssumed ? scaleRange(efficiency, referenceValues.find('efficiency.boiler')) : [efficiency, efficiency]
  const efficiencies = [efficiency, low, Math.max(efficiency, Math.min(1, high))]

  const standingPence = meterGoes ? 365 * standingPencePerDay : 0
  const fuelPence = consumptionKwh * fuelPencePerKwh + standingPence
  const calculateElectricity = (eta: number, s: number) => (consumptionKwh * eta) / s
  const calculateGain = (eta: number, s: number, price = pence) => (fuelPence - calculateElectricity(eta, s) * price) / 100
  const calculateBreakEven = (eta: number, price = pence) => (price * consumptionKwh * eta) / fuelPence
  const corners = efficiencies.flatMap((eta) => [scopLow, scop, scopHigh].map((s) => [eta, s] as const))
  const breakEven = limitBreakEven(
    fuelPence > 0
      ? createBand(
          '',
          calculateBreakEven(efficiency),
          efficiencies.flatMap((eta) => prices.map((price) => calculateBreakEven(eta, price))),
        )
      : createEmptyBand(''),
    SCOP_LIMITS,
  )

  const gainBand = createBand(
    '£',
    calculateGain(efficiency, scop),
    corners.flatMap(([eta, s]) => prices.map((price) => calculateGain(eta, s, price))),
  )
  const carbonOfFuel = referenceValues.find(inputs.fuel === 'electric' ? 'carbon.electricity' : `carbon.${inputs.fuel}`)
  const carbonOfElectricity = referenceValues.find('carbon.electricity')
  const grant = findHeatPumpGrant(inputs, referenceValues)
  const certainGrantPounds = findCertainGrantPounds(grant, scop, referenceValues)
  const limitGrant = (pounds: number) => Math.min(pounds, inputs.quotePounds || Infinity)
  const results: Record<string, Band> = {
    gain: gainBand,
    breakEvenScop: breakEven.band,
    scop: createBand('', scop, [scopLow, scopHigh]),
    carbonSaved: createEmptyBand('kg'),
    grant: createBand('£', limitGrant(grant?.value ?? 0), [limitGrant(certainGrantPounds)]),
    payback: createEmptyBand('years'),
    paybackBesideBoiler: createEmptyBand('years'),
    tariffPrice,
    electricity: createEmptyBand('kWh'),
    tariffSaving: createEmptyBand('£'),
  }
  if (threeRates) {
    const calculateTariffSaving = (kwh: number, price: number) => (kwh * (inputs.electricityPencePerKwh - price)) / 100
    const kwh = calculateElectricity(efficiency, scop)
    const kwhOfCorners = corners.map(([eta, s]) => calculateElectricity(eta, s))
    results['electricity'] = createBand('kWh', kwh, kwhOfCorners)
    results['tariffSaving'] = createBand(
      '£',
      calculateTariffSaving(kwh, pence),
      kwhOfCorners.flatMap((cornerKwh) => prices.map((price) => calculateTariffSaving(cornerKwh, price))),
    )
  }
  if (carbonOfFuel && carbonOfElectricity) {
    const calculateCarbonSaved = (eta: number, s: number) =>
      consumptionKwh * carbonOfFuel.value - ((consumptionKwh * eta) / s) * carbonOfElectricity.value
    results['carbonSaved'] = createBand(
      'kg',
      calculateCarbonSaved(efficiency, scop),
      corners.map(([eta, s]) => calculateCarbonSaved(eta, s)),
    )
  }
  if (inputs.quotePounds !== undefined) {
    const price = Math.max(0, inputs.quotePounds - (grant?.value ?? 0))
    const highPrice = Math.max(0, inputs.quotePounds - certainGrantPounds)
    results['payback'] = calculatePayback({ low: price, middle: price, high: highPrice }, gainBand)
    // The price is that of a gas boiler.
    const boiler = inputs.fuel === 'gas' && inputs.kind !== 'air-to-air' ? referenceValues.find('price.boiler') : undefined
    if (boiler) {
      results['paybackBesideBoiler'] = calculatePayback(
        {
          low: Math.max(0, price - boiler.high),
          middle: Math.max(0, price - boiler.value),
          high: Math.max(0, highPrice - boiler.low),
        },
        gainBand,
      )
    }
  }
  return {
    results,
    warnings: [
      ...breakEven.warnings,
      ...listHeatPumpWarnings(
        {
          ...inputs,
          grantPounds: grant?.value,
          usedScop: scop,
          minimumScop: grant && findUnmetMinimumScop(grant, scop, referenceValues),
        },
        gainBand,
        referenceValues,
      ),
      ...listPaybackWarnings(results['payback'], inputs.quotePounds),
    ],
    referenceKeys: referenceValues.usedKeys(),
  }
}
