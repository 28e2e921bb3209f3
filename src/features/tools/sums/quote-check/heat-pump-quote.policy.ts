/** Checks a quote for a heat pump. */
import { createBand, createEmptyBand, type Band } from '#features/tools/figures/bands.policy.ts'
import { scaleRange, type Nation, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { checkQuotedSize } from '#features/tools/sums/heat-loss.policy.ts'
import { findHeatPumpPrice, LARGEST_PRICED_KW } from '#features/tools/sums/heat-pump/heat-pump-price.policy.ts'
import { findScopAtFlow, MAX_FLOW_CELSIUS } from '#features/tools/sums/heat-pump/heat-pump.policy.ts'
import { isWithin, toCheck, type HeatPumpQuote, type QuoteCheck } from './quote-inputs.policy.ts'

/** Checks size, price, SCOP and flow temperature, as far as the quote states them. */
export function checkHeatPump(
  quote: HeatPumpQuote,
  nation: Nation,
  referenceValues: ReferenceValues,
): { results: Record<string, Band>; checks: QuoteCheck[] } {
  const { kw, loadKw, pricePounds, scop, flowCelsius } = quote
  const size = kw ?? loadKw
  const price = size === undefined ? undefined : findHeatPumpPrice(size, referenceValues)
  const scopRange = flowCelsius === undefined ? undefined : findScopAtFlow(flowCelsius, referenceValues)
  const checks: QuoteCheck[] = []
  if (kw !== undefined && loadKw !== undefined) {
    checks.push(
      toCheck(
        'size',
        checkQuotedSize(kw, loadKw, referenceValues) === 'fine',
        'The size matches the heat loss.',
        'The size does not match the heat loss.',
        'May I see the room-by-room heat loss that the size is based on?',
      ),
    )
  }
  if (pricePounds !== undefined && price) {
    checks.push(
      toCheck(
        'heat-pump-price',
        isWithin(pricePounds, [price.low, price.high]),
        'The price is usual for a heat pump of this size.',
        `The price is ${pricePounds < price.low ? 'lower' : 'higher'} than is usual for a heat pump of ${size !== undefined && size > LARGEST_PRICED_KW ? `${LARGEST_PRICED_KW} kW, the largest for which we have a price` : 'this size'}.`,
        'Does the price include radiators, pipes, the hot water cylinder and electrical work, and is the grant already deducted?',
      ),
    )
  }
  if (scop !== undefined && scopRange) {
    checks.push(
      toCheck(
        'scop',
        isWithin(scop, [scopRange.low, scopRange.high]),
        'The SCOP is realistic at this flow temperature.',
        `The SCOP is ${scop > scopRange.high ? 'higher' : 'lower'} than is usual at this flow temperature.`,
        'At which flow temperature and by which test, and does it include hot water?',
      ),
    )
  }
  const minimum = nation === 'england' || nation === 'wales' ? referenceValues.find('bus.minimum-scop') : undefined
  if (scop !== undefined && minimum && scop < minimum.value) {
    checks.push({
      key: 'grant-scop',
      verdict: 'ask',
      message: `The Boiler Upgrade Scheme pays only for a SCOP of ${minimum.value} or more on the certificate.`,
      question: 'Which SCOP does the certificate show, and does this heat pump get the grant?',
    })
  }
  checks.push(
    toCheck(
      'flow',
      flowCelsius !== undefined && flowCelsius <= MAX_FLOW_CELSIUS,
      'The quote states a flow temperature.',
      flowCelsius === undefined
        ? 'The quote states no flow temperature. Without it the SCOP means nothing.'
        : `The flow is hotter than ${MAX_FLOW_CELSIUS} °C, so the heat pump needs more electricity than most do.`,
      flowCelsius === undefined
        ? 'What is the flow temperature on the coldest day, and which radiators does it need?'
        : `Which radiators would have to be larger for a flow of ${MAX_FLOW_CELSIUS} °C or less, and what do they cost?`,
    ),
  )
  return {
    results: {
      scop: scopRange ? createBand('', scopRange.value, [scopRange.low, scopRange.high]) : createEmptyBand(''),
      heatPumpPrice: price ? createBand('£', price.value, [price.low, price.high]) : createEmptyBand('£'),
      size:
        loadKw === undefined
          ? createEmptyBand('kW')
          : createBand('kW', loadKw, scaleRange(loadKw, referenceValues.find('heat-loss.quote-band'))),
    },
    checks,
  }
}
