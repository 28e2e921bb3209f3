/** Declares the inputs and the calculation of the tool `quote-check`. Most inputs are optional, as a quote states only some of them. */
import {
  checkNation,
  createChoiceInput,
  createFlagInput,
  createNumberInput,
  postcodeInput,
  createPoundsInput,
  regionInput,
  getNation,
  getRegion,
  nationInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import type { InputErrors, ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { checkQuote } from '#features/tools/sums/quote-check/quote-check.policy.ts'
import { QUOTE_LINES } from '#features/tools/sums/quote-check/quote-inputs.policy.ts'
import { batterySizeInput, slopesInput, sunUseInput } from './sun-tools.policy.ts'
import type { Tool } from './tool.policy.ts'

const sunOnly = { kind: ['solar', 'both'] }
const heatOnly = { kind: ['heat-pump', 'both'] }
const makeOptional = (input: ToolInput, when: ToolInput['when']): ToolInput => ({ ...input, isOptional: true, ...(when ? { when } : {}) })

export const quoteCheckTool: Tool = {
  name: 'quote-check',
  title: 'Check a quote',
  about: 'Check a quote for solar panels or a heat pump line by line, and get questions to ask your installer.',
  inputs: [
    createChoiceInput('kind', 'The quote is for', { solar: 'Solar panels', 'heat-pump': 'A heat pump', both: 'Both' }, 'solar'),
    postcodeInput,
    { ...regionInput, when: sunOnly },
    nationInput,
    { ...slopesInput, when: sunOnly, example: '4.8:36:S:none' },
    { ...sunUseInput, when: sunOnly },
    { ...batterySizeInput, label: 'Usable size of the battery in the quote', when: sunOnly },
    { ...makeOptional(createNumberInput('yield', 'Yield in the quote', 'kWh', 1, 500_000), sunOnly), example: '4674' },
    { ...makeOptional(createNumberInput('selfUse', 'Share used in your home, as quoted', 'share', 0, 1), sunOnly), example: '75' },
    {
      ...makeOptional(createPoundsInput('price', 'Price of the panels, including installation'), sunOnly),
      example: '8000',
      help: 'If the quote includes a battery, enter the price without it.',
    },
    makeOptional(createNumberInput('inverter', 'Inverter', 'kW', 0.1, 100), sunOnly),
    { ...createChoiceInput('phases', 'Phases', { 1: 'One', 3: 'Three' }, '1'), when: sunOnly },
    { ...createFlagInput('g99', 'It includes the network operator’s consent (G99)'), when: sunOnly },
    makeOptional(createNumberInput('size', 'Size of the heat pump', 'kW', 0.5, 100), heatOnly),
    {
      ...makeOptional(createNumberInput('load', 'Heat loss of the home', 'kW', 0.1, 100), heatOnly),
      help: 'Use the heat loss calculator to find it.',
    },
    {
      ...makeOptional(createPoundsInput('heatPumpPrice', 'Price of the heat pump, before the grant'), heatOnly),
      help: 'We check the price if you enter the size or the heat loss.',
    },
    makeOptional(createNumberInput('scop', 'SCOP in the quote', '', 1, 8), heatOnly),
    makeOptional(createNumberInput('flow', 'Flow temperature in the quote', '°C', 35, 75), heatOnly),
    makeOptional(createNumberInput('priceRise', 'Yearly price rise assumed', '%', 0, 100), undefined),
    makeOptional(createNumberInput('vat', 'VAT', '%', 0, 100), undefined),
    {
      ...createChoiceInput(
        'lines',
        'Who does it, and what it costs, is stated for',
        { mcs: 'MCS certificate', scaffold: 'Scaffolding', network: 'Notifying the network operator', grant: 'The grant' },
        'none',
      ),
      kind: 'choices',
    },
  ],
  check: (values): InputErrors => checkNation(values),
  calculate(values, referenceValues) {
    const kind = values.text('kind')
    const { checks, ...result } = checkQuote(
      {
        nation: getNation(values),
        solar:
          kind === 'heat-pump'
            ? undefined
            : {
                region: getRegion(values),
                slopes: values.slopes('slopes'),
                useKwh: values.number('use'),
                batteryKwh: values.number('battery'),
                claimedKwh: values.optionalNumber('yield'),
                claimedSelfUse: values.optionalNumber('selfUse'),
                pricePounds: values.optionalNumber('price'),
                inverterKw: values.optionalNumber('inverter'),
                phases: values.text('phases') === '3' ? 3 : 1,
                hasG99: values.flag('g99'),
              },
        heatPump:
          kind === 'solar'
            ? undefined
            : {
                kw: values.optionalNumber('size'),
                loadKw: values.optionalNumber('load'),
                pricePounds: values.optionalNumber('heatPumpPrice'),
                scop: values.optionalNumber('scop'),
                flowCelsius: values.optionalNumber('flow'),
              },
        terms: {
          priceRisePercent: values.optionalNumber('priceRise'),
          vatPercent: values.optionalNumber('vat'),
          lines: values.choices('lines', QUOTE_LINES),
        },
      },
      referenceValues,
    )
    return { result, details: { checks } }
  },
}
