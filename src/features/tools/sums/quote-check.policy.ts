/** Calculates the tool `quote-check`, which checks the numbers of a quote for solar panels or a heat pump. */
import { formatNumber } from '#wording/numbers.ts'
import { createBand, createEmptyBand, type Band, type ToolResult } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type ReferenceValues } from '#features/figures/figures.policy.ts'
import { findHeatPumpPrice } from './heat-pump/heat-pump-price.policy.ts'
import { checkQuotedSize } from './heat-loss.policy.ts'
import { findScopAtFlow } from './heat-pump/heat-pump.policy.ts'
import {
  calculateMonthlyUse,
  calculateMonthlyYield,
  calculateSelfUseCeiling,
  calculateSolarMonths,
  findSignificantShade,
  sumMonths,
  type Slope,
} from './solar-yield.policy.ts'
import { convertAmpsToKilowatts, type SupplyPhases } from './supply.policy.ts'

export interface SolarQuote {
  region: number
  slopes: readonly Slope[]
  useKwh: number
  /** Usable size of the battery; 0 without one. */
  batteryKwh: number
  claimedKwh?: number | undefined
  /** Share of the generation used in the house according to the quote, 0 to 1. */
  claimedSelfUse?: number | undefined
  pricePounds?: number | undefined
  inverterKw?: number | undefined
  phases: SupplyPhases
  /** Whether the quote includes the network operator's consent (G99), which is required above the limit of G98. */
  hasG99: boolean
}

export interface HeatPumpQuote {
  kw?: number | undefined
  /** Heat loss of the home, as the `heat-loss` tool calculates it. */
  loadKw?: number | undefined
  /** Price before the grant. */
  pricePounds?: number | undefined
  scop?: number | undefined
  flowCelsius?: number | undefined
}

export const QUOTE_LINES = ['mcs', 'scaffold', 'network', 'grant'] as const
export type QuoteLine = (typeof QUOTE_LINES)[number]

export interface QuoteTerms {
  /** Yearly price rise that the payback in the quote assumes. */
  priceRisePercent?: number | undefined
  vatPercent?: number | undefined
  /** Items that the quote includes. */
  lines: readonly QuoteLine[]
}

export interface QuoteInputs {
  solar?: SolarQuote | undefined
  heatPump?: HeatPumpQuote | undefined
  terms: QuoteTerms
}

export type QuoteVerdict = 'fine' | 'ask' | 'impossible'
export interface QuoteCheck {
  key: string
  verdict: QuoteVerdict
  message: string
  /** Question for the installer; undefined if the verdict is `fine`. */
  question?: string | undefined
}

export interface QuoteResult extends ToolResult {
  checks: QuoteCheck[]
}

/** Checks every rule whose inputs are present. */
export function checkQuote(inputs: QuoteInputs, allReferenceValues: ReferenceValues): QuoteResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const parts = [
    ...(inputs.solar ? [checkSolar(inputs.solar, referenceValues)] : []),
    ...(inputs.heatPump ? [checkHeatPump(inputs.heatPump, referenceValues)] : []),
    { results: {}, checks: checkTerms(inputs, referenceValues) },
  ]
  return {
    results: Object.assign({}, ...parts.map(({ results }) => results)) as Record<string, Band>,
    checks: parts.flatMap(({ checks }) => checks),
    warnings: [],
    referenceKeys: referenceValues.usedKeys(),
  }
}

const toCheck = (key: string, isFine: boolean, fineMessage: string, askMessage: string, question: string): QuoteCheck =>
  isFine ? { key, verdict: 'fine', message: fineMessage } : { key, verdict: 'ask', message: askMessage, question }

const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high

function checkSolar(quote: SolarQuote, referenceValues: ReferenceValues): { results: Record<string, Band>; checks: QuoteCheck[] } {
  const generation = calculateMonthlyYield(quote.region, quote.slopes, findSignificantShade(quote.slopes, referenceValues))
  const sapKwh = generation.reduce((sum, kwh) => sum + kwh, 0)
  const kwp = quote.slopes.reduce((sum, slope) => sum + slope.kwp, 0)
  const use = calculateMonthlyUse(quote.useKwh)
  const ceiling = calculateSelfUseCeiling(generation, use)
  const habits = referenceValues.find('solar.habit-spread')
  const calculateShare = (habitFactor: number) =>
    sapKwh > 0 ? sumMonths(calculateSolarMonths(generation, use, quote.batteryKwh, habitFactor), 'selfUse') / sapKwh : 0
  const selfUseShare = createBand('share', calculateShare(1), habits ? [calculateShare(habits.low), calculateShare(habits.high)] : [])
  const median = referenceValues.find(kwp <= 4 ? 'solar.price-small' : 'solar.price-large')
  const yieldBand = scaleRange(sapKwh / kwp, referenceValues.find('quote.yield-band'))
  const checks: QuoteCheck[] = []
  if (quote.claimedKwh !== undefined) {
    checks.push(
      toCheck(
        'yield',
        isWithin(quote.claimedKwh / kwp, yieldBand),
        'The yield fits the region and the slope.',
        'The yield is outside the range of the official method for this region and slope.',
        'Which method, shading and direction is the yield based on?',
      ),
    )
  }
  checks.push(...checkSelfUse(quote, { ceiling, sapKwh, highShare: selfUseShare.high ?? 1 }))
  if (quote.pricePounds !== undefined && median) {
    checks.push(
      toCheck(
        'price',
        isWithin(quote.pricePounds / kwp, scaleRange(median.value, referenceValues.find('quote.price-band'))),
        'The price per kilowatt is near the official median.',
        'The price per kilowatt is far from the official median.',
        'What does the price include or leave out, compared with other quotes?',
      ),
    )
  }
  const g98Kw = convertAmpsToKilowatts(referenceValues.find('supply.g98')?.value ?? Number.POSITIVE_INFINITY, quote.phases)
  if (quote.inverterKw !== undefined) {
    checks.push(
      toCheck(
        'inverter',
        quote.inverterKw <= g98Kw || quote.hasG99,
        'The inverter may be connected as quoted.',
        'The inverter is larger than what may be connected without consent, and the quote does not mention consent (G99).',
        'Who applies for G99, what does it cost, and what if the operator sets a limit?',
      ),
    )
  }
  return {
    results: {
      yieldPerKwp: createBand('kWh/kWp', sapKwh / kwp, yieldBand),
      selfUseShare,
      ceiling: createBand('share', ceiling),
      pricePerKwp: median
        ? createBand('£/kW', median.value, scaleRange(median.value, referenceValues.find('quote.price-band')))
        : createEmptyBand('£/kW'),
    },
    checks,
  }
}

/**
 * Checks the claimed self-use. It is impossible above the home's yearly use or the ceiling, and questionable above what SAP's formula gives
 * with this battery at the high end of `solar.habit-spread`.
 */
function checkSelfUse(
  { claimedSelfUse, claimedKwh, useKwh, batteryKwh }: SolarQuote,
  { ceiling, sapKwh, highShare }: { ceiling: number; sapKwh: number; highShare: number },
): QuoteCheck[] {
  if (claimedSelfUse === undefined) return []
  const claimedUseKwh = claimedSelfUse * (claimedKwh ?? sapKwh)
  const isImpossible = claimedUseKwh > useKwh || claimedSelfUse > ceiling
  const formatShare = (share: number) => `${Math.round(share * 100)}%`
  const battery = batteryKwh > 0 ? `a battery of ${formatNumber(batteryKwh)} kWh` : 'no battery'
  if (!isImpossible) {
    return [
      toCheck(
        'self-use',
        claimedSelfUse <= highShare,
        `The share used in your home is realistic with ${battery}.`,
        `With ${battery} a home like this uses up to ${formatShare(highShare)} of its generation, not ${formatShare(claimedSelfUse)}.`,
        'How did you work out the share used in my home, month by month, and with which battery?',
      ),
    ]
  }
  const message =
    claimedUseKwh > useKwh
      ? `The quote says you would use ${formatNumber(Math.round(claimedUseKwh))} kWh of your solar electricity, more than the ${formatNumber(Math.round(useKwh))} kWh that you use in total.`
      : `Even with a battery this home cannot use more than ${Math.floor(ceiling * 100)}% of its generation.`
  return [{ key: 'self-use', verdict: 'impossible', message, question: 'How did you work out the share used in my home, month by month?' }]
}

function checkHeatPump(quote: HeatPumpQuote, referenceValues: ReferenceValues): { results: Record<string, Band>; checks: QuoteCheck[] } {
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
        `The price is ${pricePounds < price.low ? 'lower' : 'higher'} than is usual for a heat pump of this size.`,
        'Does the price include radiators, pipes, the hot water cylinder and electrical work, and is the grant already deducted?',
      ),
    )
  }
  if (scop !== undefined && scopRange) {
    checks.push(
      toCheck(
        'scop',
        scop <= scopRange.high,
        'The SCOP is realistic at this flow temperature.',
        'The SCOP is higher than is usual at this flow temperature.',
        'At which flow temperature and by which test, and does it include hot water?',
      ),
    )
  }
  checks.push(
    toCheck(
      'flow',
      flowCelsius !== undefined,
      'The quote states a flow temperature.',
      'The quote states no flow temperature. Without it the SCOP means nothing.',
      'What is the flow temperature on the coldest day, and which radiators does it need?',
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

const MISSING_LINES: Record<QuoteLine, { message: string; question: string }> = {
  mcs: {
    message: 'The quote does not mention an MCS certificate.',
    question: 'Are you MCS certified, under which number, and is the certificate included in the price?',
  },
  scaffold: { message: 'The quote does not mention scaffolding.', question: 'Is scaffolding included in the price?' },
  network: {
    message: 'The quote does not mention the network operator.',
    question: 'Who notifies the network operator, and is that included in the price?',
  },
  grant: { message: 'The quote does not mention a grant.', question: 'Which grant is deducted, and who applies for it?' },
}

function checkTerms({ terms, solar, heatPump }: QuoteInputs, referenceValues: ReferenceValues): QuoteCheck[] {
  const checks: QuoteCheck[] = []
  const rise = referenceValues.find('quote.price-rise')
  const vat = referenceValues.find('vat.energy-saving')
  if (terms.priceRisePercent !== undefined && rise) {
    checks.push(
      toCheck(
        'price-rise',
        terms.priceRisePercent <= rise.value,
        'The payback does not depend on steeply rising prices.',
        `The payback assumes that energy prices rise by more than ${rise.value}% a year.`,
        'What is the payback at today’s prices?',
      ),
    )
  }
  if (terms.vatPercent !== undefined && vat) {
    checks.push(
      toCheck(
        'vat',
        terms.vatPercent === vat.value,
        `VAT is ${vat.value}%, as it should be.`,
        `VAT should be ${vat.value}% today.`,
        `Why is VAT not ${vat.value}%?`,
      ),
    )
  }
  const expected = QUOTE_LINES.filter((line) => (line === 'scaffold' ? solar : line === 'grant' ? heatPump : true))
  const missing = expected.filter((line) => !terms.lines.includes(line))
  return [
    ...checks,
    ...missing.map((line): QuoteCheck => ({
      key: `line-${line}`,
      verdict: 'ask',
      ...MISSING_LINES[line],
    })),
  ]
}
