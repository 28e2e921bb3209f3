/** Tool `quote-check`: inputs and calculation. Most inputs are optional, as a quote states only some of them. */
import {
  choiceInput,
  flagInput,
  numberInput,
  postcodeInput,
  poundsInput,
  regionInput,
  regionOf,
} from '#features/tools/inputs/common-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { QUOTE_LINES, checkQuote } from '#features/tools/sums/quote-check.policy.ts'
import { slopesInput, useInput } from './sun-tools.policy.ts'
import type { Tool } from './tool.policy.ts'

const sunOnly = { kind: ['solar', 'both'] }
const heatOnly = { kind: ['heat-pump', 'both'] }
const optional = (input: ToolInput, when: ToolInput['when']): ToolInput => ({ ...input, isOptional: true, ...(when ? { when } : {}) })

export const quoteCheckTool: Tool = {
  name: 'quote-check',
  title: 'Check a quote',
  about: 'A quote for sun or a heat pump, line by line: fine, worth a question, or impossible, with the questions to take along.',
  inputs: [
    choiceInput('kind', 'The quote is for', { solar: 'Solar panels', 'heat-pump': 'A heat pump', both: 'Both' }, 'solar'),
    { ...postcodeInput, when: sunOnly },
    { ...regionInput, when: sunOnly },
    { ...slopesInput, when: sunOnly, example: '4.8:36:S:none' },
    { ...useInput, when: sunOnly },
    { ...optional(numberInput('yield', 'Yield that it names', 'kWh', 1, 500_000), sunOnly), example: '4674' },
    { ...optional(numberInput('selfUse', 'Share that you are to use yourself', 'share', 0, 1), sunOnly), example: '0.75' },
    { ...optional(poundsInput('price', 'Price of the panels, fitted'), sunOnly), example: '8000' },
    optional(numberInput('inverter', 'Inverter', 'kW', 0.1, 100), sunOnly),
    { ...choiceInput('phases', 'Phases', { 1: 'One', 3: 'Three' }, '1'), when: sunOnly },
    { ...flagInput('g99', 'It names consent of the network operator (G99)'), when: sunOnly },
    optional(numberInput('size', 'Size of the heat pump', 'kW', 0.5, 100), heatOnly),
    { ...optional(numberInput('load', 'Heat loss of the home', 'kW', 0.1, 100), heatOnly), help: 'From the tool for heat loss.' },
    optional(numberInput('scop', 'SCOP that it names', '', 1, 8), heatOnly),
    optional(numberInput('flow', 'Flow temperature that it names', '°C', 35, 55), heatOnly),
    optional(numberInput('priceRise', 'Yearly rise of prices in its payback', '%', 0, 100), undefined),
    optional(numberInput('vat', 'VAT', '%', 0, 100), undefined),
    {
      ...choiceInput(
        'lines',
        'It says who does, and what it costs',
        { mcs: 'MCS certificate', scaffold: 'Scaffolding', network: 'Telling the network operator', grant: 'The grant' },
        'none',
      ),
      kind: 'choices',
    },
  ],
  calculate(values, referenceValues) {
    const kind = values.text('kind')
    const { checks, ...result } = checkQuote(
      {
        solar:
          kind === 'heat-pump'
            ? undefined
            : {
                region: regionOf(values),
                slopes: values.slopes('slopes'),
                useKwh: values.number('use'),
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
    return { result, extra: { checks } }
  },
}
