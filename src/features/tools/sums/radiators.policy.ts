/** Tool `radiators`: how cool the water can be. Source: EN 442, whose radiators give output ∝ ΔT^1.3 around ΔT 50. */
import { bandOf, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { noteFigureUse, rangeAroundOwn, type Figures } from '#features/figures/figures.policy.ts'

export interface RadiatorRoom {
  /** What the room loses on the coldest day. */
  lossWatts: number
  /** The radiators' catalogue output at ΔT 50, summed. */
  outputWatts: number
  roomCelsius: number
}

export interface RadiatorInputs {
  rooms: readonly RadiatorRoom[]
}

export interface RoomFlow {
  /** Of the flow, °C: the room can do with this. */
  flowTemperature: number
  /** For each flow temperature asked about, the catalogue output that the room would need, W; 0 where it has enough. */
  missingOutputWatts: Record<string, number>
}

export interface RadiatorResult extends ToolResult {
  rooms: RoomFlow[]
}

const CATALOGUE_DELTA_KELVIN = 50
const EXPONENT = 1.3
/** Half of the 5 K by which the flow is above the return. */
const FLOW_ABOVE_MEAN_KELVIN = 2.5
/** Flow temperatures worth reaching, °C. */
const TARGET_FLOWS_CELSIUS = [45, 40] as const

/** Output at another difference between radiator and room: catalogue output × (ΔT ÷ 50)^1.3. */
export function radiatorOutput(outputWatts: number, deltaKelvin: number): number {
  return outputWatts * (Math.max(0, deltaKelvin) / CATALOGUE_DELTA_KELVIN) ** EXPONENT
}

/** flow = room + 50 × (loss ÷ catalogue output)^(1 ÷ 1.3) + 2.5, in °C. */
export function flowTemperature({ lossWatts, outputWatts, roomCelsius }: RadiatorRoom): number {
  return roomCelsius + CATALOGUE_DELTA_KELVIN * (lossWatts / outputWatts) ** (1 / EXPONENT) + FLOW_ABOVE_MEAN_KELVIN
}

/** The catalogue output at which a room does with a flow temperature: the same formula, turned round. */
export function outputForFlow({ lossWatts, roomCelsius }: Pick<RadiatorRoom, 'lossWatts' | 'roomCelsius'>, flowCelsius: number): number {
  return lossWatts * (CATALOGUE_DELTA_KELVIN / (flowCelsius - FLOW_ABOVE_MEAN_KELVIN - roomCelsius)) ** EXPONENT
}

/** The house's flow is that of its worst room. The range: the rooms' losses by `heat-loss.spread`. */
export function reckonRadiators({ rooms }: RadiatorInputs, allFigures: Figures): RadiatorResult {
  const figures = noteFigureUse(allFigures)
  const [low, high] = rangeAroundOwn(1, figures.find('heat-loss.spread'))
  const worst = (factor: number) => Math.max(...rooms.map((room) => flowTemperature({ ...room, lossWatts: room.lossWatts * factor })))
  const flow = worst(1)
  const warnings: ToolWarning[] = []
  if (flow > 55) {
    warnings.push({
      code: 'above-55',
      message: 'Above 55 °C a heat pump does poorly. The rooms below say which radiators stand in the way.',
    })
  }
  return {
    results: { flowTemperature: bandOf('°C', flow, [worst(low), worst(high)]) },
    rooms: rooms.map((room) => ({ flowTemperature: flowTemperature(room), missingOutputWatts: missingOutput(room) })),
    warnings,
    figureKeys: figures.usedKeys(),
  }
}

const missingOutput = (room: RadiatorRoom) =>
  Object.fromEntries(TARGET_FLOWS_CELSIUS.map((flow) => [String(flow), Math.max(0, outputForFlow(room, flow) - room.outputWatts)]))
