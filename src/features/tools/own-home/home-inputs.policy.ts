/** Defines the saved home's fields as inputs, with the labels and bounds of the tools that they fill. */
import { grantsTool } from '#features/tools/catalogue/home-tools.policy.ts'
import { whichFirstTool } from '#features/tools/catalogue/which-first-tool.policy.ts'
import { batterySizeInput, slopesInput, useInput } from '#features/tools/catalogue/sun-tools.policy.ts'
import { billInput, fuelInput, heatedRoomsInput, litrePriceInput, litresInput } from '#features/tools/inputs/fuel-inputs.policy.ts'
import { parseInput } from '#features/tools/inputs/parse-input.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { consumptionInput, createNumberInput, postcodeInput, createPriceInput } from '#features/tools/inputs/common-inputs.policy.ts'
import { HOME_FIELDS, type HomeField, type OwnHome } from './own-home.policy.ts'

const getInputOfTool = (inputs: readonly ToolInput[], name: string): ToolInput => {
  const input = inputs.find((candidate) => candidate.name === name)
  if (!input) throw new Error(`There is no input ${name}.`)
  return input
}
const getInputOfWhichFirst = (name: string) => getInputOfTool(whichFirstTool.inputs, name)

export const HOME_INPUTS: Record<HomeField, ToolInput> = {
  postcode: { ...postcodeInput, help: 'We store only the first half.' },
  house: getInputOfWhichFirst('house'),
  age: getInputOfWhichFirst('age'),
  walls: getInputOfWhichFirst('walls'),
  glazing: getInputOfWhichFirst('glazing'),
  tenure: getInputOfTool(grantsTool.inputs, 'tenure'),
  people: createNumberInput('people', 'People', '', 0, 20),
  use: useInput,
  heating: getInputOfWhichFirst('heating'),
  pipes: getInputOfWhichFirst('pipes'),
  fuel: fuelInput,
  litres: litresInput,
  bill: billInput,
  heatedRooms: heatedRoomsInput,
  consumption: { ...consumptionInput, label: 'Fuel for heating in a year' },
  electricityPrice: createPriceInput('electricityPrice', 'Price of electricity'),
  litrePrice: litrePriceInput,
  fuelPrice: createPriceInput('fuelPrice', 'Price of the fuel'),
  export: createPriceInput('export', 'Export rate'),
  dayPrice: createPriceInput('dayPrice', 'Two-rate tariff: price by day'),
  nightPrice: createPriceInput('nightPrice', 'Two-rate tariff: price at night'),
  slopes: { ...slopesInput, label: 'Solar panels: slopes' },
  battery: { ...batterySizeInput, name: 'battery', label: 'Usable battery size', help: '' },
  done: { ...getInputOfWhichFirst('done'), label: 'Already done or installed' },
}

/** Returns the valid answers in normalised form, and error messages by field. Empty answers are in neither. */
export function readHomeAnswers(input: Partial<Record<string, string>>, today: string): { home: OwnHome; errors: Record<string, string> } {
  const home: OwnHome = {}
  const errors: Record<string, string> = {}
  for (const field of HOME_FIELDS) {
    const text = input[field]?.trim() ?? ''
    if (text === '') continue
    const parsed = parseInput(HOME_INPUTS[field], text, today)
    if ('error' in parsed) errors[field] = parsed.error
    else home[field] = parsed.text
  }
  return { home, errors }
}
