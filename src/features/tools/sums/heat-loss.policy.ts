/**
 * Calculates the tool `heat-loss`: a sanity check of a heat pump's size. It is not a design, for which MIS 3005-D requires the room-by-room
 * method of BS EN 12831-1:2017. Sources: SAP 10.2 (BRE) for hot water; Hitchin's degree-days to base 15.5 °C.
 */
import { createBand, type Band, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

export interface MeterInputs {
  /** Fuel used in a year. */
  consumptionKwh: number
  efficiency: number
  people: number
  /** Heating degree-days a year, base 15.5 °C. */
  degreeDays: number
  indoorCelsius: number
  /** Outdoor temperature for which the heating is designed: that of the coldest day. */
  designCelsius: number
  /** Size in the installer's quote; undefined if there is no quote. */
  quotedKw?: number | undefined
}

export interface FabricInputs {
  elements: readonly { areaM2: number; uValue: number }[]
  /** Air changes per hour: 0.5 is airtight, 0.75 typical, 1.0 leaky. */
  airChangesPerHour: number
  volumeM3: number
  indoorCelsius: number
  designCelsius: number
  quotedKw?: number | undefined
}

const WATER_KJ_PER_LITRE_KELVIN = 4.19
/** Temperature rise that SAP assumes for hot water. */
const HOT_WATER_RISE_KELVIN = 37
const KJ_PER_KWH = 3600
const AIR_WH_PER_M3_KELVIN = 0.33
/** Few houses lose less than this, in kW: a lower result can come from rooms that are not heated. */
const LOW_LOAD_KW = 4

/** Returns the heat for hot water in kWh a year: 365 × (25 N + 36) litres × 4.19 × 37 ÷ 3600 (SAP's volumes). */
export function calculateHotWaterKwh(people: number): number {
  return (365 * (25 * people + 36) * WATER_KJ_PER_LITRE_KELVIN * HOT_WATER_RISE_KELVIN) / KJ_PER_KWH
}

/** Compares a quoted size with the load. Returns `ask` if it is outside `heat-loss.quote-band`, so that the customer asks the installer why. */
export function checkQuotedSize(quotedKw: number, loadKw: number, referenceValues: ReferenceValues): 'fine' | 'ask' {
  const band = referenceValues.find('heat-loss.quote-band')
  return band && (quotedKw < loadKw * band.low || quotedKw > loadKw * band.high) ? 'ask' : 'fine'
}

/**
 * Calculates the heat loss from the meter: space = fuel × η − hot water; HLC = space × 1000 ÷ (24 × degree-days) in W/K;
 * load = HLC × (indoor − design) ÷ 1000 in kW. The range of HLC and load comes from `heat-loss.spread`.
 */
export function calculateHeatLossFromMeter(inputs: MeterInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const hotWater = calculateHotWaterKwh(inputs.people)
  const spaceKwh = inputs.consumptionKwh * inputs.efficiency - hotWater
  const wattsPerKelvin = (spaceKwh * 1000) / (24 * inputs.degreeDays)
  const loadKw = (wattsPerKelvin * (inputs.indoorCelsius - inputs.designCelsius)) / 1000
  const result = toResult(inputs, loadKw, referenceValues, {
    hotWater: createBand('kWh', hotWater),
    spaceHeating: createBand('kWh', spaceKwh),
    heatLossCoefficient: createBand('W/K', wattsPerKelvin, scaleRange(wattsPerKelvin, referenceValues.find('heat-loss.spread'))),
  })
  // A quote that is much larger is a sign of it, too.
  if (loadKw < LOW_LOAD_KW || result.warnings.some(({ code }) => code === 'quote-large'))
    result.warnings.push({
      code: 'meter-shows-use',
      message:
        'The meter shows the heat that you used. If you heat less than you would like, or not all rooms, your home needs a larger heat pump than this: work it out from the fabric as well.',
    })
  return result
}

/** Calculates the heat loss from the fabric: load = (Σ U × area + 0.33 × air changes × volume) × (indoor − design) ÷ 1000 in kW. */
export function calculateHeatLossFromFabric(inputs: FabricInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const fabric = inputs.elements.reduce((sum, { areaM2, uValue }) => sum + areaM2 * uValue, 0)
  const ventilation = AIR_WH_PER_M3_KELVIN * inputs.airChangesPerHour * inputs.volumeM3
  const wattsPerKelvin = fabric + ventilation
  const loadKw = (wattsPerKelvin * (inputs.indoorCelsius - inputs.designCelsius)) / 1000
  return toResult(inputs, loadKw, referenceValues, {
    fabricLoss: createBand('W/K', fabric),
    ventilationLoss: createBand('W/K', ventilation),
    heatLossCoefficient: createBand('W/K', wattsPerKelvin, scaleRange(wattsPerKelvin, referenceValues.find('heat-loss.spread'))),
  })
}

function toResult(
  { quotedKw }: { quotedKw?: number | undefined },
  loadKw: number,
  referenceValues: ReturnType<typeof trackReferenceValueUse>,
  otherResults: Record<string, Band>,
): ToolResult {
  const load = createBand('kW', loadKw, scaleRange(loadKw, referenceValues.find('heat-loss.spread')))
  const warnings: ToolWarning[] = []
  if (quotedKw !== undefined && checkQuotedSize(quotedKw, loadKw, referenceValues) === 'ask') {
    const isLarge = quotedKw > loadKw
    warnings.push({
      code: isLarge ? 'quote-large' : 'quote-small',
      message: `The quote is much ${isLarge ? 'larger' : 'smaller'} than our result. Ask for the room-by-room heat loss it is based on.`,
    })
  }
  return { results: { ...otherResults, load }, warnings, referenceKeys: referenceValues.usedKeys() }
}
