/** Declares the inputs and the calculation of the tool `which-first`. */
import { trackReferenceValueUse, type ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  boilerEfficiencyInput,
  checkNation,
  createChoiceInput,
  createChoicesInput,
  createFlagInput,
  createNumberInput,
  createPriceInput,
  getNation,
  getRegion,
  nationInput,
  postcodeInput,
  regionInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import {
  billInput,
  checkFuelUse,
  fuelInput,
  fuelPriceInput,
  fuelUseInput,
  getFuelPrice,
  getFuelUse,
  heatedRoomsInput,
  litrePriceInput,
  litresInput,
  type BillTerms,
} from '#features/tools/inputs/fuel-inputs.policy.ts'
import type { InputErrors, ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'
import { HEATING_FUELS } from '#features/tools/sums/heat-pump/heat-pump-inputs.policy.ts'
import { GLAZING_TYPES, HOUSE_AGES, HOUSE_TYPES, WALL_TYPES } from '#features/tools/sums/which-first/home-fabric.policy.ts'
import { HEATING_SYSTEMS, HOME_JOBS, HOME_TENURES, type WhichFirstInputs } from '#features/tools/sums/which-first/home-state.policy.ts'
import { rankJobs } from '#features/tools/sums/which-first/which-first.policy.ts'
import { useInput } from './sun-tools.policy.ts'
import type { Tool } from './tool.policy.ts'

const heatingInput: ToolInput = {
  ...createChoiceInput('heating', 'Heating system', {
    boiler: 'Boiler and radiators',
    storage: 'Storage heaters',
    direct: 'Panel heaters or other direct electric',
    'heat-pump': 'Heat pump',
    communal: 'From the building or a heat network',
  }),
  // In URLs without this input, the fuel alone marks an electric home.
  defaults: [{ value: 'direct', whenSubmitted: { fuel: 'electric' } }, { value: 'boiler' }],
}

const pipesInput: ToolInput = {
  ...createChoiceInput('pipes', 'Radiators with pipes of its own', { yes: 'Yes', no: 'No' }, 'no'),
  help: 'A heat pump that heats water needs them.',
}

/** Asked for boilers only. The fuel of a building’s heating is not known, and is taken to be gas. */
const fuelInputOfHeating: ToolInput = {
  ...fuelInput,
  label: 'Fuel of the boiler',
  choices: (fuelInput.choices ?? []).map((choice) => (choice.value === 'electric' ? { ...choice, label: 'Electricity' } : choice)),
  implied: [
    { value: 'electric', when: { heating: ['storage', 'direct', 'heat-pump'] } },
    { value: 'gas', when: { heating: ['communal'] } },
  ],
}

/** The grant for homes on oil or LPG is larger off the gas grid. */
const offGasGridInput: ToolInput = {
  ...createFlagInput('offGasGrid', 'Off the gas grid', true),
  when: { fuel: ['oil', 'lpg'] },
  help: 'There is no mains gas in your street. The grant for a heat pump is larger then.',
}

export const whichFirstTool: Tool = {
  name: 'which-first',
  title: 'Which job first?',
  about: 'The jobs to do in a home like yours, in the best order, with cost, saving, carbon, disruption and EPC points.',
  inputs: [
    createChoiceInput(
      'tenure',
      'Your home',
      { owner: 'I own and live in it', landlord: 'I let it', tenant: 'I rent it', social: 'Council or housing association' },
      'owner',
    ),
    {
      ...createChoiceInput(
        'house',
        'House',
        { flat: 'Flat', bungalow: 'Bungalow', terrace: 'Terraced', semi: 'Semi-detached', detached: 'Detached' },
        'semi',
      ),
      help: 'We calculate with the average size of such homes. Houses have two floors.',
    },
    createChoiceInput(
      'age',
      'Built',
      { 'before-1930': 'Before 1930', '1930-1982': '1930 to 1982', 'after-1982': '1983 to 2005', 'since-2006': 'Since 2006' },
      '1930-1982',
    ),
    createChoiceInput(
      'walls',
      'Outside walls',
      { unknown: 'I don’t know', 'empty-cavity': 'Cavity, not filled', 'filled-cavity': 'Cavity, filled', solid: 'Solid brick or stone' },
      'unknown',
    ),
    createChoiceInput(
      'glazing',
      'Windows',
      {
        unknown: 'I don’t know',
        single: 'Single glazing',
        'double-old': 'Double, from before 2002',
        'double-new': 'Double since 2002, or triple',
      },
      'unknown',
    ),
    heatingInput,
    { ...pipesInput, when: { heating: ['storage', 'direct'] } },
    fuelInputOfHeating,
    offGasGridInput,
    createChoicesInput(
      'done',
      'Already done',
      {
        draughts: 'Draughts',
        loft: 'Loft',
        walls: 'Walls',
        floor: 'Floor',
        windows: 'Windows',
        solar: 'Solar panels',
        'heat-pump': 'Heat pump',
      },
      'none',
    ),
    { ...createNumberInput('budget', 'Budget', '£', 0, 500_000), defaults: [{ value: '5000' }] },
    postcodeInput,
    regionInput,
    nationInput,
    litresInput,
    billInput,
    heatedRoomsInput,
    { ...fuelUseInput, defaults: [{ referenceKey: 'use.gas', when: { fuel: 'gas', heating: 'boiler' } }] },
    { ...createNumberInput('people', 'People', '', 0, 20), defaults: [{ value: '2' }], help: 'We use it to estimate the hot water.' },
    { ...boilerEfficiencyInput, when: { heating: ['boiler'] } },
    {
      ...createNumberInput('scop', 'SCOP of your heat pump', '', 1, 8),
      defaults: [{ referenceKey: 'scop.flow-45' }],
      when: { heating: ['heat-pump'] },
    },
    litrePriceInput,
    {
      ...fuelPriceInput,
      defaults: [
        { referenceKey: 'cap.gas', when: { fuel: 'gas', heating: 'boiler' } },
        { referenceKey: 'tariff.storage-night', when: { heating: 'storage' } },
        { referenceKey: 'cap.electricity', when: { fuel: 'electric' } },
      ],
      help: 'For storage heaters, enter the average that your bill shows for heating (our default is a night rate). For heat from the building, enter the price of heat.',
    },
    {
      ...useInput,
      label: 'Electricity used in a year, without heating',
      help: 'One person uses less than our default, so more of the bill is heating.',
    },
    createPriceInput('electricityPrice', 'Price of electricity', 'cap.electricity'),
    createPriceInput('export', 'Export rate', 'export.flat'),
    { ...createNumberInput('epc', 'EPC score today', 'points', 1, 100), defaults: [{ value: '60' }] },
  ],
  check: (values, referenceValues): InputErrors => ({
    ...checkNation(values),
    ...checkHouse(values, referenceValues),
    ...checkFuelUse(values, referenceValues, getBillTerms(values, referenceValues)),
  }),
  calculate(values, referenceValues) {
    const trackedValues = trackReferenceValueUse(referenceValues)
    const { jobs, notes, ...result } = rankJobs(readWhichFirstInputs(values, trackedValues), trackedValues)
    return { result: { ...result, referenceKeys: trackedValues.usedKeys() }, details: { jobs, notes } }
  },
}

/** Rejects a kind of home without a floor area. A site can have a register from before the kind was added. */
const checkHouse = (values: ToolValues, referenceValues: ReferenceValues): InputErrors =>
  referenceValues.find(`home.${values.text('house')}-floor-area`)
    ? {}
    : { house: 'We do not know the size of such a home. Choose the kind that is most like it.' }

/** Whether the heating costs the price of electricity: the price of the fuel does not apply then. */
export const isHeatedAtElectricityPrice = (values: ToolValues): boolean =>
  ['direct', 'heat-pump'].includes(values.text('heating')) && !values.isFilledIn('fuelPrice')

/** Returns the price of heating. Direct electric heating and heat pumps cost the price of electricity, unless another one is filled in. */
function getHeatingPrice(values: ToolValues, referenceValues: ReferenceValues): number {
  return isHeatedAtElectricityPrice(values) ? values.number('electricityPrice') : getFuelPrice(values, referenceValues)
}

const getBillTerms = (values: ToolValues, referenceValues: ReferenceValues): BillTerms => ({
  heatingPencePerKwh: getHeatingPrice(values, referenceValues),
  otherPencePerKwh: values.number('electricityPrice'),
  otherKwh: values.number('use'),
})

/** Converts the inputs of the tool to those of its calculation. */
export function readWhichFirstInputs(values: ToolValues, referenceValues: ReferenceValues): WhichFirstInputs {
  const heating = values.choice('heating', HEATING_SYSTEMS)
  return {
    tenure: values.choice('tenure', HOME_TENURES),
    house: values.choice('house', HOUSE_TYPES),
    age: values.choice('age', HOUSE_AGES),
    walls: values.choice('walls', WALL_TYPES),
    glazing: values.choice('glazing', GLAZING_TYPES),
    heating,
    hasPipes: values.has('pipes') ? values.text('pipes') === 'yes' : heating !== 'communal',
    people: values.number('people'),
    region: getRegion(values),
    nation: getNation(values),
    done: values.choices('done', HOME_JOBS),
    budgetPounds: values.number('budget'),
    fuel: values.choice('fuel', HEATING_FUELS),
    isOffGasGrid: values.flag('offGasGrid'),
    consumptionKwh: getFuelUse(values, referenceValues, getBillTerms(values, referenceValues)),
    // Heat from electricity or from the building is metered as heat.
    efficiency: values.optionalNumber('efficiency') ?? values.optionalNumber('scop') ?? 1,
    isEfficiencyAssumed: values.isDefault('efficiency'),
    fuelPencePerKwh: getHeatingPrice(values, referenceValues),
    electricityKwh: values.number('use'),
    electricityPencePerKwh: values.number('electricityPrice'),
    exportPencePerKwh: values.number('export'),
    epcScore: values.number('epc'),
  }
}
