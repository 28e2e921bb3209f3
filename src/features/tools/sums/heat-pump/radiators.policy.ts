/** Calculates the tool `radiators`: the lowest sufficient flow temperature. Source: EN 442; radiator output ∝ ΔT^1.3, rated at ΔT 50. */
import { createBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'

export interface RadiatorRoom {
  /** Heat loss of the room on the coldest day. */
  lossWatts: number
  /** Sum of the radiators' catalogue outputs at ΔT 50. */
  outputWatts: number
  roomCelsius: number
}

export interface RadiatorInputs {
  rooms: readonly RadiatorRoom[]
}

export interface RoomFlow {
  /** Flow temperature that the room needs, °C. */
  flowTemperature: number
  /** Catalogue output in W that the room lacks, by target flow temperature; 0 if it has enough. */
  missingOutputWatts: Record<string, number>
}

export interface RadiatorResult extends ToolResult {
  rooms: RoomFlow[]
}

/** Types of panel radiators: the first digit counts the panels, the second the rows of fins. */
export const RADIATOR_TYPES = ['11', '21', '22', '33'] as const

export interface RadiatorType {
  type: (typeof RADIATOR_TYPES)[number]
  /** Typical catalogue output at ΔT 50 for a metre of length, 600 mm high. */
  wattsPerMetre: number
}

/** Returns the types whose typical output is known. They help to fill in the form and are no part of the calculation. */
export const listRadiatorTypes = (referenceValues: ReferenceValues): RadiatorType[] =>
  RADIATOR_TYPES.flatMap((type) => {
    const output = referenceValues.find(`radiator.type-${type}`)
    return output ? [{ type, wattsPerMetre: output.value }] : []
  })

const CATALOGUE_DELTA_KELVIN = 50
const RADIATOR_EXPONENT = 1.3
/** Flow minus mean temperature of the radiator: half of the 5 K between flow and return. */
const FLOW_ABOVE_MEAN_KELVIN = 2.5
/** Flow temperatures for which the missing output is reported. */
const TARGET_FLOWS_CELSIUS = [45, 40] as const

/** Returns the output in W at a temperature difference between radiator and room: catalogue output × (ΔT ÷ 50)^1.3. */
export function calculateRadiatorOutput(outputWatts: number, deltaKelvin: number): number {
  return outputWatts * (Math.max(0, deltaKelvin) / CATALOGUE_DELTA_KELVIN) ** RADIATOR_EXPONENT
}

/** Returns the flow temperature in °C: room + 50 × (loss ÷ catalogue output)^(1 ÷ 1.3) + 2.5. */
export function calculateFlowTemperature({ lossWatts, outputWatts, roomCelsius }: RadiatorRoom): number {
  return roomCelsius + CATALOGUE_DELTA_KELVIN * (lossWatts / outputWatts) ** (1 / RADIATOR_EXPONENT) + FLOW_ABOVE_MEAN_KELVIN
}

/** Returns the catalogue output in W with which a flow temperature suffices for a room: the inverse of `calculateFlowTemperature`. */
export function calculateOutputForFlow(
  { lossWatts, roomCelsius }: Pick<RadiatorRoom, 'lossWatts' | 'roomCelsius'>,
  flowCelsius: number,
): number {
  return lossWatts * (CATALOGUE_DELTA_KELVIN / (flowCelsius - FLOW_ABOVE_MEAN_KELVIN - roomCelsius)) ** RADIATOR_EXPONENT
}

/** Calculates the result. The house needs the flow temperature of its worst room; the range comes from `heat-loss.spread`. */
export function calculateRadiators({ rooms }: RadiatorInputs, allReferenceValues: ReferenceValues): RadiatorResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const [low, high] = scaleRange(1, referenceValues.find('heat-loss.spread'))
  const findMaxFlowTemperature = (factor: number) =>
    Math.max(...rooms.map((room) => calculateFlowTemperature({ ...room, lossWatts: room.lossWatts * factor })))
  const flow = findMaxFlowTemperature(1)
  const warnings: ToolWarning[] = []
  if (flow > 55) {
    warnings.push({
      code: 'above-55',
      message: 'Above 55 °C a heat pump is inefficient. The list below shows which radiators are too small.',
    })
  }
  if (rooms.some(({ lossWatts, outputWatts }) => lossWatts > outputWatts)) {
    warnings.push({
      code: 'radiator-below-loss',
      message: 'A room loses more than its radiator gives even with very hot water. Check that heat loss and output are not swapped.',
    })
  }
  return {
    results: { flowTemperature: createBand('°C', flow, [findMaxFlowTemperature(low), findMaxFlowTemperature(high)]) },
    rooms: rooms.map((room) => ({ flowTemperature: calculateFlowTemperature(room), missingOutputWatts: calculateMissingOutput(room) })),
    warnings,
    referenceKeys: referenceValues.usedKeys(),
  }
}

const calculateMissingOutput = (room: RadiatorRoom) =>
  Object.fromEntries(TARGET_FLOWS_CELSIUS.map((flow) => [String(flow), Math.max(0, calculateOutputForFlow(room, flow) - room.outputWatts)]))
