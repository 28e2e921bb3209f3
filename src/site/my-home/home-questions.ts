/** Questions about the home, in groups. A test checks that they offer the same choices as the tools. */
import type { HomeField } from '#features/tools/own-home/own-home.policy.ts'

export interface HomeQuestion {
  field: HomeField
  label: string
  unit?: string
  hint?: string
  choices?: Record<string, string>
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
      { field: 'house', label: 'House', choices: { flat: 'Flat', terrace: 'Terraced', semi: 'Semi-detached', detached: 'Detached' } },
      { field: 'age', label: 'Built', choices: { 'before-1930': 'Before 1930', '1930-1982': '1930 to 1982', 'after-1982': 'After 1982' } },
      {
        field: 'tenure',
        label: 'Your home',
        choices: { owner: 'I own and live in it', landlord: 'I let it', tenant: 'I rent it', social: 'Council or housing association' },
      },
      { field: 'people', label: 'People' },
    ],
  },
  {
    title: 'Energy use',
    questions: [
      { field: 'use', label: 'Electricity in a year', unit: 'kWh', hint: 'On your supplier’s annual statement.' },
      { field: 'fuel', label: 'Heating today', choices: { gas: 'Mains gas', oil: 'Oil', lpg: 'LPG', electric: 'Direct electric' } },
      { field: 'consumption', label: 'Fuel for heating in a year', unit: 'kWh' },
    ],
  },
  {
    title: 'What you pay',
    questions: [
      { field: 'electricityPrice', label: 'Price of electricity', unit: 'p/kWh' },
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
