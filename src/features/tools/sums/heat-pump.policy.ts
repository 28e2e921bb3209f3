/** Tool `heat-pump`: what it costs to run beside today's heating. Sources: the sums are plain; the figures come from the register. */
import {
  bandOf,
  neverPaysBack,
  emptyBand,
  paybackBand,
  samePrice,
  type Band,
  type ToolResult,
  type ToolWarning,
} from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, rangeAroundOwn, type Figure, type Figures, type Nation } from '#features/figures/figures.policy.ts'

export const HEATING_FUELS = ['gas', 'oil', 'lpg', 'electric'] as const
export type HeatingFuel = (typeof HEATING_FUELS)[number]

export interface HeatPumpInputs {
  fuel: HeatingFuel
  /** Of the fuel, in a year. */
  consumptionKwh: number
  /** Of the present heating, as a share: 0.85. */
  efficiency: number
  /** One's own, which wins; else it follows from the flow temperature. */
  scop?: number | undefined
  /** On the coldest day; the table knows 35 to 55 °C. */
  flowCelsius?: number | undefined
  electricityPencePerKwh: number
  fuelPencePerKwh: number
  /** Of the fuel's meter. */
  standingPencePerDay: number
  /** The fuel's meter is taken out, and its standing charge with it. */
  meterGoes: boolean
  /** Before the grant. */
  quotePounds?: number | undefined
  nation: Nation
  isOffGasGrid: boolean
}

/** The flow temperatures that have a row in the register: `scop.flow-35` and so on. */
const SCOP_FLOWS_CELSIUS = [35, 40, 45, 50, 55] as const

/** Litres as kWh, from `heat.oil-litre` and `heat.lpg-litre`; undefined where the register has no value. */
export function kwhOfLitres(fuel: 'oil' | 'lpg', litres: number, figures: Figures): number | undefined {
  const perLitre = figures.find(`heat.${fuel}-litre`)
  return perLitre && litres * perLitre.value
}

/** Heat ÷ electricity over a year at a flow temperature, straight between the rows of the register. */
export function scopAtFlow(flowCelsius: number, figures: Figures): Pick<Figure, 'low' | 'value' | 'high'> | undefined {
  const flow = Math.min(55, Math.max(35, flowCelsius))
  const below = Math.floor(flow / 5) * 5
  // On a row itself its neighbour is not in the sum, and not to be named as if it were.
  const above = Math.ceil(flow / 5) * 5
  const [a, b] = [figures.find(`scop.flow-${below}`), figures.find(`scop.flow-${above}`)]
  if (!a || !b) return undefined
  const between = (first: number, last: number) => first + ((last - first) * (flow - below)) / 5
  return { low: between(a.low, b.low), value: between(a.value, b.value), high: between(a.high, b.high) }
}

/** One's own SCOP has the spread of the row whose middle is nearest. */
function spreadOfScop(own: number, figures: Figures): [number, number] {
  const rows = SCOP_FLOWS_CELSIUS.flatMap((flow) => figures.find(`scop.flow-${flow}`) ?? [])
  const nearest = rows.toSorted((a, b) => Math.abs(a.value - own) - Math.abs(b.value - own))[0]
  return rangeAroundOwn(own, nearest)
}

/** The public money for an air-to-water heat pump, by nation and by what it replaces. Undefined: no figure, or no scheme. */
function findHeatPumpGrant(
  { nation, fuel, isOffGasGrid }: Pick<HeatPumpInputs, 'nation' | 'fuel' | 'isOffGasGrid'>,
  figures: Figures,
): Figure | undefined {
  if (nation === 'northern-ireland') return undefined
  if (nation === 'scotland') return figures.find('scotland.heat-pump-grant')
  const isDearer = isOffGasGrid && (fuel === 'oil' || fuel === 'lpg')
  return (isDearer ? figures.find('bus.off-grid-oil-lpg') : undefined) ?? figures.find('bus.air-to-water')
}

/**
 * heat = fuel × η; electricity = heat ÷ SCOP; gain = fuel × its price (+ 365 × standing charge if the meter goes) − electricity × its price.
 * Break-even SCOP = price of electricity ÷ price of fuel × η; with the meter gone: electricity's price × heat ÷ what the fuel cost in all.
 * The range: η from `efficiency.boiler`, the SCOP from its row. Payback = (quote − grant) ÷ gain.
 * @throws RangeError without a SCOP of one's own and without the register's rows for the flow temperature
 */
export function reckonHeatPump(inputs: HeatPumpInputs, allFigures: Figures): ToolResult {
  const figures = noteFigureUse(allFigures)
  const { consumptionKwh, efficiency, electricityPencePerKwh, fuelPencePerKwh, standingPencePerDay, meterGoes } = inputs
  const row = inputs.scop === undefined ? scopAtFlow(inputs.flowCelsius ?? 45, figures) : undefined
  const scop = inputs.scop ?? row?.value
  if (scop === undefined) throw new RangeError('There is no SCOP for this flow temperature.')
  const [scopLow, scopHigh] = row ? [row.low, row.high] : spreadOfScop(scop, figures)
  // An electric heater makes all of its electricity heat; a boiler never more than all.
  const [low, high] = inputs.fuel === 'electric' ? [efficiency, efficiency] : rangeAroundOwn(efficiency, figures.find('efficiency.boiler'))
  const efficiencies = [efficiency, low, Math.max(efficiency, Math.min(1, high))]

  const standingPence = meterGoes ? 365 * standingPencePerDay : 0
  const fuelPence = consumptionKwh * fuelPencePerKwh + standingPence
  const gain = (eta: number, s: number) => (fuelPence - ((consumptionKwh * eta) / s) * electricityPencePerKwh) / 100
  const breakEven = (eta: number) => (electricityPencePerKwh * consumptionKwh * eta) / fuelPence
  const corners = efficiencies.flatMap((eta) => [scopLow, scop, scopHigh].map((s) => [eta, s] as const))

  const gainBand = bandOf(
    '£',
    gain(efficiency, scop),
    corners.map(([eta, s]) => gain(eta, s)),
  )
  const carbonOfFuel = figures.find(inputs.fuel === 'electric' ? 'carbon.electricity' : `carbon.${inputs.fuel}`)
  const carbonOfElectricity = figures.find('carbon.electricity')
  const grant = findHeatPumpGrant(inputs, figures)
  const results: Record<string, Band> = {
    gain: gainBand,
    breakEvenScop: fuelPence > 0 ? bandOf('', breakEven(efficiency), efficiencies.map(breakEven)) : emptyBand(''),
    scop: bandOf('', scop, [scopLow, scopHigh]),
    carbonSaved: emptyBand('kg'),
    grant: grant ? bandOf('£', grant.value) : bandOf('£', 0),
    payback: emptyBand('years'),
    paybackBesideBoiler: emptyBand('years'),
  }
  if (carbonOfFuel && carbonOfElectricity) {
    const saved = (eta: number, s: number) => consumptionKwh * carbonOfFuel.value - ((consumptionKwh * eta) / s) * carbonOfElectricity.value
    results['carbonSaved'] = bandOf(
      'kg',
      saved(efficiency, scop),
      corners.map(([eta, s]) => saved(eta, s)),
    )
  }
  if (inputs.quotePounds !== undefined) {
    const price = Math.max(0, inputs.quotePounds - (grant?.value ?? 0))
    const boiler = figures.find('price.boiler')
    results['payback'] = paybackBand(samePrice(price), gainBand)
    if (boiler && inputs.fuel !== 'electric') {
      const more = (boilerPounds: number) => Math.max(0, price - boilerPounds)
      results['paybackBesideBoiler'] = paybackBand({ low: more(boiler.high), middle: more(boiler.value), high: more(boiler.low) }, gainBand)
    }
  }
  return {
    results,
    warnings: [...warningsOf(inputs, gainBand), ...neverPaysBack(results['payback'], inputs.quotePounds)],
    figureKeys: figures.usedKeys(),
  }
}

function warningsOf(inputs: HeatPumpInputs, gain: Band): ToolWarning[] {
  const warnings: ToolWarning[] = []
  const warn = (code: string, message: string) => warnings.push({ code, message })
  if (inputs.nation === 'northern-ireland') {
    warn('no-bus-in-northern-ireland', 'The Boiler Upgrade Scheme does not cover Northern Ireland: no grant is reckoned with.')
  }
  if (inputs.nation === 'scotland') {
    warn(
      'scotland-conditions',
      'In Scotland the money comes from Home Energy Scotland, which looks at the home first. It may add to this in the country.',
    )
  }
  if (inputs.isOffGasGrid && (inputs.fuel === 'oil' || inputs.fuel === 'lpg') && ['england', 'wales'].includes(inputs.nation)) {
    warn('off-gas-grid', 'The larger grant is for homes off the gas grid. A home that could have mains gas gets the smaller one.')
  }
  if (gain.low !== null && gain.low < 0) {
    warn(
      'may-cost-more',
      'At the low end the heat pump costs more to run than today’s heating. The break-even SCOP says from where it costs less.',
    )
  }
  return warnings
}
