/** Declares the inputs that several tools share. */
import { findRegionOfPostcode } from '#features/tools/places/postcode-regions.policy.ts'
import { getSapRegion, SAP_REGIONS } from '#features/tools/places/sap-regions.policy.ts'
import { NATIONS, type Nation } from '#features/figures/figures.policy.ts'
import { NATION_NAMES } from './read-tool-inputs.policy.ts'
import type { InputErrors, ToolInput } from './tool-input.policy.ts'
import type { ToolValues } from './tool-values.policy.ts'

export const postcodeInput: ToolInput = {
  name: 'postcode',
  label: 'Postcode',
  unit: '',
  kind: 'postcode',
  isOptional: true,
  help: 'The first half is enough.',
}

export const regionInput: ToolInput = {
  name: 'region',
  label: 'Region',
  unit: '',
  kind: 'whole',
  min: 0,
  max: 21,
  defaults: [{ value: '0' }],
  unless: ['postcode'],
  choices: SAP_REGIONS.map(({ region, name }) => ({ value: String(region), label: name })),
  help: 'Only needed without a postcode.',
}

export const degreeDaysInput: ToolInput = {
  name: 'degreeDays',
  label: 'Your degree-days',
  unit: 'K·day',
  kind: 'number',
  min: 500,
  max: 6000,
  isOptional: true,
  help: 'Base 15.5 °C. Leave blank to use those of your region.',
}

/** Returns the SAP region, 0 to 21, of the postcode, else of the input `region`, else the UK average. */
export const getRegion = (values: ToolValues): number =>
  findRegionOfPostcode(values.text('postcode')) ?? values.optionalNumber('region') ?? 0

export const getDegreeDays = (values: ToolValues): number =>
  values.optionalNumber('degreeDays') ?? getSapRegion(getRegion(values)).degreeDays

export const nationInput: ToolInput = {
  name: 'nation',
  label: 'Nation',
  unit: '',
  kind: 'choice',
  choices: NATIONS.map((value) => ({ value, label: NATION_NAMES[value] })),
  defaults: [{ isNationOfPlace: true }, { value: 'england' }],
}

export const getNation = (values: ToolValues): Nation => values.choice('nation', NATIONS)

/** Rejects a nation that contradicts the postcode or region. */
export function checkNation(values: ToolValues): InputErrors {
  const { nationOfPlace } = values
  if (!nationOfPlace || nationOfPlace === values.text('nation')) return {}
  return { nation: `The postcode or region is in ${NATION_NAMES[nationOfPlace]}.` }
}

export const createPriceInput = (name: string, label: string, referenceKey?: string): ToolInput => ({
  name,
  label,
  unit: 'p/kWh',
  kind: 'number',
  min: 0,
  max: 200,
  ...(referenceKey ? { defaults: [{ referenceKey }] } : {}),
})

/** Creates an optional input for a price. The minimum is £1, because results such as the payback of 0 are meaningless. */
export const createPoundsInput = (name: string, label: string): ToolInput => ({
  name,
  label,
  unit: '£',
  kind: 'number',
  min: 1,
  max: 500_000,
  isOptional: true,
})

export const createChoiceInput = (name: string, label: string, choices: Record<string, string>, defaultValue?: string): ToolInput => ({
  name,
  label,
  unit: '',
  kind: 'choice',
  choices: Object.entries(choices).map(([value, text]) => ({ value, label: text })),
  ...(defaultValue ? { defaults: [{ value: defaultValue }] } : {}),
})

/** Input of which several choices can be selected. */
export const createChoicesInput = (name: string, label: string, choices: Record<string, string>, defaultValue?: string): ToolInput => ({
  ...createChoiceInput(name, label, choices, defaultValue),
  kind: 'choices',
})

export const createFlagInput = (name: string, label: string, isOn = false): ToolInput => ({
  name,
  label,
  unit: '',
  kind: 'flag',
  defaults: [{ value: isOn ? '1' : '0' }],
})

export const createNumberInput = (name: string, label: string, unit: string, min: number, max: number): ToolInput => ({
  name,
  label,
  unit,
  kind: 'number',
  min,
  max,
})

export const boilerEfficiencyInput: ToolInput = {
  ...createNumberInput('efficiency', 'Efficiency of your heating', 'share', 0.2, 1),
  defaults: [{ value: '1', when: { fuel: 'electric' } }, { referenceKey: 'efficiency.boiler' }],
}

export const consumptionInput: ToolInput = {
  ...createNumberInput('consumption', 'Fuel used in a year', 'kWh', 1, 200_000),
  defaults: [{ referenceKey: 'use.gas', when: { fuel: 'gas' } }],
  example: '11500',
}
