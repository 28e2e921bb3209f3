/** Inputs of `which-first` for tests: a semi of 1930 to 1982 on gas in the Midlands. */
import type { WhichFirstInputs } from './home-state.policy.ts'

export const TEST_HOME: WhichFirstInputs = {
  tenure: 'owner',
  house: 'semi',
  age: '1930-1982',
  walls: 'empty-cavity',
  glazing: 'double-old',
  heating: 'boiler',
  hasPipes: true,
  people: 2,
  region: 6,
  nation: 'england',
  done: [],
  budgetPounds: 5000,
  fuel: 'gas',
  isOffGasGrid: false,
  consumptionKwh: 11_500,
  efficiency: 0.85,
  isEfficiencyAssumed: true,
  fuelPencePerKwh: 7.33,
  electricityKwh: 2500,
  electricityPencePerKwh: 26.11,
  exportPencePerKwh: 12,
  epcScore: 60,
}
