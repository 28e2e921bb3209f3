/** Lists the warnings of the tool `heat-pump`: about the grant, the quote and what a kind of heat pump does not do. */
import type { Band, ToolWarning } from '#features/tools/figures/bands.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import type { HeatPumpInputs } from './heat-pump-inputs.policy.ts'

type WarningInputs = Pick<HeatPumpInputs, 'nation' | 'fuel' | 'isOffGasGrid' | 'kind' | 'quotePounds'> & {
  grantPounds: number | undefined
  /** Whether the SCOP is that of our flow temperatures. */
  isScopAssumed: boolean
}

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
        : 'In Scotland the grant comes from Home Energy Scotland, for people who own and live in their home. It assesses your home first. Rural homes may get more.',
    )
  }
  if (inputs.isOffGasGrid && (inputs.fuel === 'oil' || inputs.fuel === 'lpg') && ['england', 'wales'].includes(inputs.nation)) {
    addWarning('off-gas-grid', 'The larger grant is for homes off the gas grid. Homes that could connect to mains gas get the smaller one.')
  }
  if (isAirToAir) {
    addWarning(
      'air-to-air',
      `An air-to-air heat pump blows warm air and heats no water: leave your hot water out of the fuel above.${inputs.isScopAssumed ? ' We have no measured SCOP of such heat pumps in homes and used that of a heat pump for radiators: enter the SCOP of your quote.' : ''}`,
    )
  } else if (inputs.fuel === 'electric') addPipesWarning(addWarning, referenceValues)
  if (inputs.quotePounds && inputs.grantPounds !== undefined && inputs.quotePounds <= inputs.grantPounds) {
    addWarning(
      'grant-pays-all',
      'The grant pays all of this quote, so there is nothing to pay back. Few heat pumps cost so little: check the quote.',
    )
  }
  if (gain.low !== null && gain.low < 0) {
    addWarning(
      'may-cost-more',
      'At the low end the heat pump costs more to run than your present heating. It costs less above the break-even SCOP.',
    )
  }
  return warnings
}

/** A home with electric heaters has no pipes, which an air-to-water heat pump needs. */
function addPipesWarning(addWarning: (code: string, message: string) => void, referenceValues: ReferenceValues) {
  const pipes = referenceValues.find('heat-pump.wet-system')
  const price = pipes ? `, about £${formatNumber(pipes.low)} to £${formatNumber(pipes.high)},` : ''
  addWarning('needs-pipes', `Without pipes the home needs radiators and pipes too${price} unless they are in your quote.`)
}
