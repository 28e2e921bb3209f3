/**
 * Tool `heat-loss`: whether a heat pump's size makes sense. A sanity check and no design: MIS 3005-D asks for BS EN 12831-1:2017, room by room.
 * Sources: SAP 10.2 (BRE) for hot water; Hitchin's degree-days to base 15.5 °C.
 */
import { bandOf, type Band, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, rangeAroundOwn, type Figures } from '#features/figures/figures.policy.ts'

export interface MeterInputs {
  /** Of the fuel, in a year. */
  consumptionKwh: number
  efficiency: number
  people: number
  /** A year, base 15.5 °C. */
  degreeDays: number
  indoorCelsius: number
  /** The coldest day that is designed for. */
  designCelsius: number
  /** What an installer offers. */
  quotedKw?: number | undefined
}

export interface FabricInputs {
  elements: readonly { areaM2: number; uValue: number }[]
  /** Of the whole air in an hour: 0.5 tight, 0.75 usual, 1.0 leaky. */
  airChangesPerHour: number
  volumeM3: number
  indoorCelsius: number
  designCelsius: number
  quotedKw?: number | undefined
}

/** Kilojoules that warm a litre of water by a degree, and the degrees that SAP warms it by. */
const WATER_KJ_PER_LITRE_KELVIN = 4.19
const HOT_WATER_RISE_KELVIN = 37
const KJ_PER_KWH = 3600
/** Watt-hours that warm a cubic metre of air by a degree. */
const AIR_WH_PER_M3_KELVIN = 0.33

/** Hot water in a year, kWh: 365 × (25 N + 36) litres × 4.19 × 37 ÷ 3600 (SAP's volumes). */
export function hotWaterKwh(people: number): number {
  return (365 * (25 * people + 36) * WATER_KJ_PER_LITRE_KELVIN * HOT_WATER_RISE_KELVIN) / KJ_PER_KWH
}

/** A quote's size beside the load: what lies outside `heat-loss.quote-band` is worth a question, and no verdict. */
export function judgeQuotedSize(quotedKw: number, loadKw: number, figures: Figures): 'fine' | 'ask' {
  const band = figures.find('heat-loss.quote-band')
  return band && (quotedKw < loadKw * band.low || quotedKw > loadKw * band.high) ? 'ask' : 'fine'
}

/**
 * From the meter: space = fuel × η − hot water; HLC = space × 1000 ÷ (24 × degree-days) in W/K; load = HLC × (indoor − design) ÷ 1000 in kW.
 * The range of both: `heat-loss.spread`.
 */
export function reckonHeatLossFromMeter(inputs: MeterInputs, allFigures: Figures): ToolResult {
  const figures = noteFigureUse(allFigures)
  const hotWater = hotWaterKwh(inputs.people)
  const spaceKwh = inputs.consumptionKwh * inputs.efficiency - hotWater
  const wattsPerKelvin = (spaceKwh * 1000) / (24 * inputs.degreeDays)
  const loadKw = (wattsPerKelvin * (inputs.indoorCelsius - inputs.designCelsius)) / 1000
  return answer(inputs, loadKw, figures, {
    hotWater: bandOf('kWh', hotWater),
    spaceHeating: bandOf('kWh', spaceKwh),
    heatLossCoefficient: bandOf('W/K', wattsPerKelvin, rangeAroundOwn(wattsPerKelvin, figures.find('heat-loss.spread'))),
  })
}

/** From the fabric: load = (Σ U × area + 0.33 × air changes × volume) × (indoor − design), in kW. The range: `heat-loss.spread`. */
export function reckonHeatLossFromFabric(inputs: FabricInputs, allFigures: Figures): ToolResult {
  const figures = noteFigureUse(allFigures)
  const fabric = inputs.elements.reduce((sum, { areaM2, uValue }) => sum + areaM2 * uValue, 0)
  const ventilation = AIR_WH_PER_M3_KELVIN * inputs.airChangesPerHour * inputs.volumeM3
  const wattsPerKelvin = fabric + ventilation
  const loadKw = (wattsPerKelvin * (inputs.indoorCelsius - inputs.designCelsius)) / 1000
  return answer(inputs, loadKw, figures, {
    fabricLoss: bandOf('W/K', fabric),
    ventilationLoss: bandOf('W/K', ventilation),
    heatLossCoefficient: bandOf('W/K', wattsPerKelvin, rangeAroundOwn(wattsPerKelvin, figures.find('heat-loss.spread'))),
  })
}

function answer(
  { quotedKw }: { quotedKw?: number | undefined },
  loadKw: number,
  figures: ReturnType<typeof noteFigureUse>,
  first: Record<string, Band>,
): ToolResult {
  const load = bandOf('kW', loadKw, rangeAroundOwn(loadKw, figures.find('heat-loss.spread')))
  const warnings: ToolWarning[] = []
  if (quotedKw !== undefined && judgeQuotedSize(quotedKw, loadKw, figures) === 'ask') {
    const isLarge = quotedKw > loadKw
    warnings.push({
      code: isLarge ? 'quote-large' : 'quote-small',
      message: `The quote is much ${isLarge ? 'larger' : 'smaller'} than this sum. Ask for the room-by-room heat loss it was made from.`,
    })
  }
  return { results: { ...first, load }, warnings, figureKeys: figures.usedKeys() }
}
