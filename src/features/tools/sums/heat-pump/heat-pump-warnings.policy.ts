/** Lists the warnings of the tool `heat-pump`: about the grant, the quote and what a kind of heat pump does not do. */
import type { Band, ToolWarning } from '#features/tools/figures/bands.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { HeatPumpInputs } from './heat-pump-inputs.policy.ts'

type WarningInputs = Pick<
  HeatPumpInputs,
  'nation' | 'fuel' | 'isOffGasGrid' | 'kind' | 'quotePounds' | 'scop' | 'flowCelsius' | 'consumptionKwh'
> & {
  grantPounds: number | undefined
  /** The SCOP of the result: as entered, or that of our flow temperatures. */
  usedScop: number
  /** SCOP that the grant asks for, if `usedScop` is lower. */
  minimumScop: number | undefined
}

/** Use of fuel in kWh a year outside of which a mistake is likely. */
const UNLIKELY_KWH = { below: 3000, above: 60_000 }

export function listHeatPumpWarnings(inputs: WarningInputs, gain: Band, referenceValues: ReferenceValues): ToolWarning[] {
  const isAirToAir = inputs.kind === 'air-to-air'
  const warnings: ToolWarning[] = []
  const addWarning = (code: string, message: string) => warnings.push({ code, message })
  if (inputs.nation === 'northern-ireland') {
    addWarning('no-bus-in-northern-ireland', 'The Boiler Upgrade Scheme does not cover Northern Ireland, so no grant is included.')
  }
  if (inputs.nation === 'scotland') {
    addWarning(
      'scotland-conditions',
      isAirToAir
        ? 'We know of no grant for an air-to-air heat pump in Scotland, so none is included. Ask Home Energy Scotland.'
        : 'In Scotland the grant comes from Home Energy Scotland, for people who own and live in their home. It assesses your home first, so the ends of the ranges are without it. Rural homes may get more.',
    )
  }
  if (inputs.isOffGasGrid && (inputs.fuel === 'oil' || inputs.fuel === 'lpg') && ['england', 'wales'].includes(inputs.nation)) {
    addWarning(
      'off-gas-grid',
      'The larger grant is for homes off the gas grid. Homes that could connect to mains gas get the smaller one. The last day of the larger one is reported but not confirmed, so the ends of the ranges count the smaller: have the installer confirm it before you sign.',
    )
  }
  if (isAirToAir) {
    addWarning(
      'air-to-air',
      `An air-to-air heat pump blows warm air and heats no water: leave your hot water out of the fuel above.${inputs.scop === undefined ? ' We have no measured SCOP of such heat pumps in homes and used that of a heat pump for radiators: enter the SCOP of your quote.' : ''}`,
    )
  } else if (inputs.fuel === 'electric') addPipesWarning(addWarning, referenceValues)
  if (inputs.fuel !== 'electric' && (inputs.consumptionKwh < UNLIKELY_KWH.below || inputs.consumptionKwh > UNLIKELY_KWH.above)) {
    addWarning(
      'use-unlikely',
      `Most homes use 5,000 to 30,000 kWh of ${inputs.fuel === 'gas' ? 'gas' : 'fuel'} in a year. Check that the number is for twelve months and in the unit of the field, not in the units of a gas meter.`,
    )
  }
  if (!isAirToAir) addScopWarnings(inputs, addWarning, referenceValues)
  if (inputs.quotePounds && inputs.grantPounds !== undefined && inputs.quotePounds <= inputs.grantPounds) {
    addWarning(
      'grant-pays-all',
      'The grant pays all of this quote, so there is nothing to pay back. Few heat pumps cost so little: check the quote.',
    )
  }
  if (gain.low !== null && gain.low < 0) {
    const start = gain.high !== null && gain.high < 0 ? 'At these numbers' : 'At the low end'
    addWarning(
      'may-cost-more',
      `${start} the heat pump costs more to run than your present heating. It costs less above the break-even SCOP.`,
    )
  }
  return warnings
}

/** Compares an entered SCOP with what the grant asks for and with what homes reach, and names a flow temperature above our values. */
function addScopWarnings(
  { scop, flowCelsius, usedScop, minimumScop }: WarningInputs,
  addWarning: (code: string, message: string) => void,
  referenceValues: ReferenceValues,
) {
  if (minimumScop !== undefined) {
    addWarning(
      'scop-below-grant',
      `The Boiler Upgrade Scheme pays only for a heat pump with a SCOP of ${minimumScop} or more on its certificate. ${scop === undefined ? `We calculate with ${usedScop.toFixed(1)} for this flow` : `If yours has ${scop}, there is no grant`}, so the ends of the ranges are without it: ask which SCOP the certificate will show.`,
    )
  }
  if (scop === undefined) {
    if (flowCelsius !== undefined && flowCelsius > 55) {
      addWarning(
        'flow-above-55',
        'Our SCOPs end at a flow of 55 °C. A hotter flow needs more electricity than this result shows: find out which radiators would have to be larger.',
      )
    }
    return
  }
  const [warm, cool] = [referenceValues.find('scop.flow-45'), referenceValues.find('scop.flow-35')]
  if (warm && cool && scop > warm.high) {
    addWarning(
      'scop-of-label',
      `A SCOP of ${scop} is one of a label or of a very cool flow. Heat pumps in homes reach about ${warm.value.toFixed(1)} with a flow of 45 °C and ${cool.value.toFixed(1)} with 35 °C: calculate with that too.`,
    )
  }
}

/** A home with electric heaters has no pipes, which an air-to-water heat pump needs. */
function addPipesWarning(addWarning: (code: string, message: string) => void, referenceValues: ReferenceValues) {
  const pipes = referenceValues.find('heat-pump.wet-system')
  const price = pipes ? `, about £${formatNumber(pipes.low)} to £${formatNumber(pipes.high)},` : ''
  addWarning('needs-pipes', `Without pipes the home needs radiators and pipes too${price} unless they are in your quote.`)
}
