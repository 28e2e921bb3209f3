/** Declares and reads the inputs of a tariff with three prices a day. All are optional: without a cheap price there is no such tariff. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import type { ShareRange, ThreeRates } from '#features/tools/sums/heat-pump/three-rates.policy.ts'
import { formatNumber } from '#wording/numbers.ts'
import { createNumberInput, createPriceInput } from './common-inputs.policy.ts'
import type { InputErrors, ToolInput } from './tool-input.policy.ts'
import type { ToolValues } from './tool-values.policy.ts'

const PRICE_NAMES = ['cheapPrice', 'standardPrice', 'peakPrice'] as const
const SHARE_NAMES = ['cheapShare', 'peakShare'] as const
const PER_CENT = 100

/**
 * @param prefix prefix of the reference values that are the default shares, such as `tariff.home` for `tariff.home-cheap-share`
 * @param whose noun phrase of the electricity in the labels
 * @param shares defaults in per cent of sites whose reference values lack these keys
 */
export const createThreeRateInputs = (prefix: string, whose: string, shares: { cheap: string; peak: string }): ToolInput[] => [
  {
    ...createPriceInput('cheapPrice', 'Heat pump tariff: cheap hours'),
    isOptional: true,
    help: 'Only for a tariff with three prices a day. Enter all three.',
  },
  { ...createPriceInput('standardPrice', 'Heat pump tariff: normal hours'), isOptional: true },
  { ...createPriceInput('peakPrice', 'Heat pump tariff: peak hours'), isOptional: true },
  {
    ...createNumberInput('cheapShare', `Share of ${whose} in the cheap hours`, '%', 0, PER_CENT),
    defaults: [{ referenceKey: `${prefix}-cheap-share`, value: shares.cheap }],
    onlyWith: 'cheapPrice',
  },
  {
    ...createNumberInput('peakShare', `Share of ${whose} in the peak hours`, '%', 0, PER_CENT),
    defaults: [{ referenceKey: `${prefix}-peak-share`, value: shares.peak }],
    onlyWith: 'cheapPrice',
  },
]

/** Rejects a tariff whose prices are incomplete, shares that are fractions in place of per cent, and shares of more than 100% together. */
export function checkThreeRates(values: ToolValues): InputErrors {
  const missing = PRICE_NAMES.filter((name) => !values.has(name))
  if (missing.length === PRICE_NAMES.length) return {}
  if (missing.length > 0)
    return Object.fromEntries(missing.map((name) => [name, 'Enter all three prices of the heat pump tariff, or none of them.']))
  const fractions = SHARE_NAMES.filter((name) => values.number(name) > 0 && values.number(name) < 1)
  if (fractions.length > 0)
    return Object.fromEntries(
      fractions.map((name) => {
        const share = values.number(name)
        return [name, `Enter per cent, such as ${formatNumber(share * PER_CENT)} for ${formatNumber(share)}.`]
      }),
    )
  const total = values.number('cheapShare') + values.number('peakShare')
  return total > PER_CENT ? { peakShare: `The cheap and the peak hours together are ${total}%. Enter at most 100%.` } : {}
}

/** Returns the tariff; undefined if none was entered. */
export function readThreeRates(values: ToolValues, prefix: string, referenceValues: ReferenceValues): ThreeRates | undefined {
  if (!values.has('cheapPrice')) return undefined
  const readShare = (name: string, key: string): ShareRange => {
    const middle = values.number(name) / PER_CENT
    const referenceValue = values.isFilledIn(name) ? undefined : referenceValues.find(key)
    return {
      low: (referenceValue?.low ?? values.number(name)) / PER_CENT,
      middle,
      high: (referenceValue?.high ?? values.number(name)) / PER_CENT,
    }
  }
  return {
    cheapPencePerKwh: values.number('cheapPrice'),
    standardPencePerKwh: values.number('standardPrice'),
    peakPencePerKwh: values.number('peakPrice'),
    cheapShare: readShare('cheapShare', `${prefix}-cheap-share`),
    peakShare: readShare('peakShare', `${prefix}-peak-share`),
  }
}
