/** Questions about the home, in groups. A test checks that they offer the same choices as the tools. */
import type { HomeField } from '#features/tools/own-home/own-home.policy.ts'

export interface HomeQuestion {
  field: HomeField
  label: string
  unit?: string
  hint?: string
  choices?: Record<string, string>
  /** Answers to another question for which this one is asked. */
  onlyFor?: { field: HomeField; values: readonly string[] }
  /** Set if more than one choice can be selected. */
  isList?: true
  /** Set if the answer is a list of roof slopes. */
  isSlopes?: true
}

export const HOME_QUESTIONS: { title: string; questions: HomeQuestion[] }[] = [
  {
    title: 'The house',
    questions: [
      { field: 'postcode', label: 'Postcode', hint: 'The first half is enough, for example LS6. We store no more than that.' },
      {
        field: 'house',
        label: 'House',
        choices: { flat: 'Flat', bungalow: 'Bungalow', terrace: 'Terraced', semi: 'Semi-detached', detached: 'Detached' },
      },
      {
        field: 'age',
        label: 'Built',
        choices: { 'before-1930': 'Before 1930', '1930-1982': '1930 to 1982', 'after-1982': '1983 to 2005', 'since-2006': 'Since 2006' },
      },
      {
        field: 'tenure',
        label: 'Your home',
        choices: { owner: 'I own and live in it', landlord: 'I let it', tenant: 'I rent it', social: 'Council or housing association' },
      },
      {
        field: 'walls',
        label: 'Outside walls',
        choices: {
          unknown: 'I don’t know',
          'empty-cavity': 'Cavity, not filled',
          'filled-cavity': 'Cavity, filled',
          solid: 'Solid brick or stone',
        },
      },
      {
        field: 'glazing',
        label: 'Windows',
        choices: {
          unknown: 'I don’t know',
          single: 'Single glazing',
          'double-old': 'Double, from before 2002',
          'double-new': 'Double since 2002, or triple',
        },
      },
      { field: 'people', label: 'People' },
    ],
  },
  {
    title: 'Energy use',
    questions: [
      {
        field: 'use',
        label: 'Electricity in a year',
        unit: 'kWh',
        hint: 'On your supplier’s annual statement. Leave electric heating out.',
      },
      {
        field: 'heating',
        label: 'Heating system',
        choices: {
          boiler: 'Boiler and radiators',
          storage: 'Storage heaters',
          direct: 'Panel heaters or other direct electric',
          'heat-pump': 'Heat pump',
          communal: 'From the building or a heat network',
        },
      },
      {
        field: 'pipes',
        label: 'Radiators with pipes of its own',
        choices: { yes: 'Yes', no: 'No' },
        onlyFor: { field: 'heating', values: ['storage', 'direct'] },
      },
      {
        field: 'fuel',
        label: 'Fuel of the heating',
        choices: { gas: 'Mains gas', oil: 'Oil', lpg: 'LPG', electric: 'Direct electric' },
        onlyFor: { field: 'heating', values: ['', 'boiler'] },
      },
      {
        field: 'litres',
        label: 'Oil or LPG in a year',
        unit: 'litres',
        hint: 'Add up your deliveries.',
        onlyFor: { field: 'fuel', values: ['oil', 'lpg'] },
      },
      {
        field: 'bill',
        label: 'Electricity bill for a year',
        unit: '£',
        hint: 'If your heating is electric: the whole bill.',
        onlyFor: { field: 'fuel', values: ['electric'] },
      },
      {
        field: 'heatedRooms',
        label: 'Rooms that you heat',
        hint: 'If you do not know the bill.',
        onlyFor: { field: 'fuel', values: ['electric'] },
      },
      {
        field: 'consumption',
        label: 'Fuel for heating in a year',
        unit: 'kWh',
        hint: 'On your bills. Leave blank if you have filled in litres, a bill or rooms.',
      },
    ],
  },
  {
    title: 'What you pay',
    questions: [
      { field: 'electricityPrice', label: 'Price of electricity', unit: 'p/kWh' },
      {
        field: 'litrePrice',
        label: 'Price of oil or LPG',
        unit: 'p/litre',
        onlyFor: { field: 'fuel', values: ['oil', 'lpg'] },
      },
      { field: 'fuelPrice', label: 'Price of the fuel', unit: 'p/kWh' },
      { field: 'dayPrice', label: 'Two-rate tariff: price by day', unit: 'p/kWh' },
      { field: 'nightPrice', label: 'Two-rate tariff: price at night', unit: 'p/kWh' },
      { field: 'export', label: 'Export rate', unit: 'p/kWh' },
    ],
  },
  {
    title: 'Already installed',
    questions: [
      {
        field: 'slopes',
        label: 'Solar panels',
        isSlopes: true,
        hint: 'One entry for each roof slope with panels. The pitch of a flat roof is 0°, of most others 30° to 45°. Leave blank if you have none.',
      },
      { field: 'battery', label: 'Usable battery size', unit: 'kWh' },
      {
        field: 'done',
        label: 'Already done or installed',
        isList: true,
        choices: {
          draughts: 'Draughts',
          loft: 'Loft',
          walls: 'Walls',
          floor: 'Floor',
          windows: 'Windows',
          solar: 'Solar panels',
          'heat-pump': 'Heat pump',
        },
      },
    ],
  },
]

const ELECTRIC_HEATING: readonly string[] = ['storage', 'direct', 'heat-pump']

/** Whether a question is asked, by the answers so far. Electric heating answers the question for the fuel. */
export function isAsked({ onlyFor }: HomeQuestion, getAnswer: (field: HomeField) => string): boolean {
  if (!onlyFor) return true
  const isFuelKnown = onlyFor.field === 'fuel' && ELECTRIC_HEATING.includes(getAnswer('heating'))
  return onlyFor.values.includes(isFuelKnown ? 'electric' : getAnswer(onlyFor.field))
}
