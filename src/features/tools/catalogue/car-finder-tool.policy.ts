/** Declares the inputs of the tool `car-finder`. The cars come from the catalogue, so the service adds them to the result. */
import { createBand, createEmptyBand } from '#features/tools/figures/bands.policy.ts'
import { trackReferenceValueUse } from '#features/figures/figures.policy.ts'
import type { CarNeeds } from '#features/tools/car-finder/car-wishes.policy.ts'
import { createChoiceInput, createNumberInput, createPoundsInput } from '#features/tools/inputs/common-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import type { Tool } from './tool.policy.ts'

/** Winter range as a share of the official range, on sites whose reference values lack `car.winter-range`. */
export const DEFAULT_WINTER_RANGE = { low: 0.65, value: 0.75, high: 0.83 }

/** Creates a choice of minimums. The choices are pairs, because objects order keys that are numbers first. The first is the default. */
const createMinimumInput = (name: string, label: string, choices: readonly (readonly [value: string, label: string])[]): ToolInput => ({
  ...createChoiceInput(name, label, {}, choices[0]?.[0]),
  choices: choices.map(([value, choiceLabel]) => ({ value, label: choiceLabel })),
})

/** Rounds a range that is needed up to ten miles, because less is too little. */
const roundRangeUp = (miles: number) => Math.ceil(miles / 10 - 1e-9) * 10

export const carFinderTool: Tool = {
  name: 'car-finder',
  title: 'Find an electric car',
  about: 'Say what you need of a car, and see which electric cars in our catalogue fit, and why the others do not.',
  inputs: [
    {
      ...createNumberInput('drive', 'Longest regular drive in winter', 'miles', 1, 600),
      isOptional: true,
      example: '120',
      help: 'There and back, if you cannot charge at the other end. Add what you want left on arrival: the result has no reserve.',
    },
    createChoiceInput(
      'charging',
      'Where will it charge?',
      { home: 'At home or at work', street: 'On the street, overnight', rapid: 'At rapid chargers only' },
      'home',
    ),
    { ...createNumberInput('seats', 'Seats', '', 2, 9), kind: 'whole', isOptional: true, example: '5' },
    createMinimumInput('boot', 'What must fit in the boot?', [
      ['any', 'Anything will do'],
      ['200', 'The weekly shop (200 litres)'],
      ['350', 'A pram, or two large cases (350 litres)'],
      ['500', 'Dogs, bikes or camping gear (500 litres)'],
    ]),
    createMinimumInput('towing', 'Will it tow?', [
      ['no', 'No'],
      ['750', 'A small trailer (750 kg)'],
      ['1200', 'A small caravan (1,200 kg)'],
      ['1800', 'A large caravan (1,800 kg)'],
    ]),
    { ...createPoundsInput('budget', 'Budget to buy'), help: 'The price of the car, before any grant.' },
    { ...createPoundsInput('monthly', 'Budget a month'), max: 10_000, help: 'For a lease or a subscription.' },
  ],
  calculate(values, allReferenceValues) {
    const referenceValues = trackReferenceValueUse(allReferenceValues)
    const drive = values.optionalNumber('drive')
    const share = referenceValues.find('car.winter-range') ?? DEFAULT_WINTER_RANGE
    const officialRange =
      drive === undefined
        ? createEmptyBand('miles')
        : createBand('miles', roundRangeUp(drive / share.value), [roundRangeUp(drive / share.high), roundRangeUp(drive / share.low)])
    return { result: { results: { officialRange }, warnings: [], referenceKeys: referenceValues.usedKeys() }, details: {} }
  },
}

/** Translates the inputs to specifications. A choice whose text is no number is no wish. */
export function readCarNeeds(getNumber: (input: string) => number | undefined, getText: (input: string) => string): CarNeeds {
  const getChoice = (input: string) => Number(getText(input)) || undefined
  return {
    driveMiles: getNumber('drive'),
    isRapidOnly: getText('charging') === 'rapid',
    seats: getNumber('seats'),
    bootLitres: getChoice('boot'),
    towingKg: getChoice('towing'),
    price: getNumber('budget'),
    monthlyPrice: getNumber('monthly'),
  }
}
