/** Calculates the tool `quote-check`, which checks the numbers of a quote for solar panels or a heat pump. */
import { formatNumber } from '#wording/numbers.ts'
import { createBand, createEmptyBand, type Band } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse, scaleRange, type Nation, type ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  calculateMonthlyUse,
  calculateMonthlyYield,
  calculateSelfUseCeiling,
  calculateSolarMonths,
  findSignificantShade,
  sumMonths,
} from '#features/tools/sums/solar-yield.policy.ts'
import { convertAmpsToKilowatts } from '#features/tools/sums/supply.policy.ts'
import { checkHeatPump } from './heat-pump-quote.policy.ts'
import {
  isWithin,
  QUOTE_LINES,
  toCheck,
  type QuoteCheck,
  type QuoteInputs,
  type QuoteLine,
  type QuoteResult,
  type SolarQuote,
} from './quote-inputs.policy.ts'

/** Checks every rule whose inputs are present. */
export function checkQuote(inputs: QuoteInputs, allReferenceValues: ReferenceValues): QuoteResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const parts = [
    ...(inputs.solar ? [checkSolar(inputs.solar, inputs.nation, referenceValues)] : []),
    ...(inputs.heatPump ? [checkHeatPump(inputs.heatPump, inputs.nation, referenceValues)] : []),
    { results: {}, checks: checkTerms(inputs, referenceValues) },
  ]
  return {
    results: Object.assign({}, ...parts.map(({ results }) => results)) as Record<string, Band>,
    checks: parts.flatMap(({ checks }) => checks),
    warnings:
      inputs.solar?.pricePounds !== undefined && inputs.nation === 'northern-ireland'
        ? [{ code: 'no-median', message: 'We have no median price of solar panels in Northern Ireland, so the price is not checked.' }]
        : [],
    referenceKeys: referenceValues.usedKeys(),
  }
}

function checkSolar(
  quote: SolarQuote,
  nation: Nation,
  referenceValues: ReferenceValues,
): { results: Record<string, Band>; checks: QuoteCheck[] } {
  const generation = calculateMonthlyYield(quote.region, quote.slopes, findSignificantShade(quote.slopes, referenceValues))
  const sapKwh = generation.reduce((sum, kwh) => sum + kwh, 0)
  const kwp = quote.slopes.reduce((sum, slope) => sum + slope.kwp, 0)
  const use = calculateMonthlyUse(quote.useKwh)
  const ceiling = calculateSelfUseCeiling(generation, use)
  const habits = referenceValues.find('solar.habit-spread')
  const calculateShare = (habitFactor: number) =>
    sapKwh > 0 ? sumMonths(calculateSolarMonths(generation, use, quote.batteryKwh, habitFactor), 'selfUse') / sapKwh : 0
  const selfUseShare = createBand('share', calculateShare(1), habits ? [calculateShare(habits.low), calculateShare(habits.high)] : [])
  // Not looked up in Northern Ireland, where it would be listed as used.
  const median = nation === 'northern-ireland' ? undefined : referenceValues.find(kwp <= 4 ? 'solar.price-small' : 'solar.price-large')
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
        quote.batteryKwh > 0
          ? 'What do the panels cost without the battery, and what does the price include or leave out?'
          : 'What does the price include or leave out, compared with other quotes?',
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

function checkTerms({ nation, terms, solar, heatPump }: QuoteInputs, referenceValues: ReferenceValues): QuoteCheck[] {
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
  const expected = QUOTE_LINES.filter((line) =>
    line === 'scaffold' ? solar : line === 'grant' ? heatPump && nation !== 'northern-ireland' : true,
  )
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
