/** Declares the inputs and calculations of the tools `radiators` and `insulation`. */
import { trackReferenceValueUse } from '#features/figures/figures.policy.ts'
import {
  createChoiceInput,
  createNumberInput,
  createPoundsInput,
  degreeDaysInput,
  getDegreeDays,
  postcodeInput,
  regionInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import {
  checkFuelUse,
  createHeatingInput,
  findLitresInKwhFields,
  fuelPriceInput,
  fuelsWithEfficiency,
  getFuelPrice,
  getHeatingEfficiency,
  heatPumpScopInput,
  litrePriceInput,
} from '#features/tools/inputs/fuel-inputs.policy.ts'
import type { InputErrors } from '#features/tools/inputs/tool-input.policy.ts'
import { calculateInsulation } from '#features/tools/sums/insulation.policy.ts'
import { calculateRadiators, listRadiatorTypes } from '#features/tools/sums/heat-pump/radiators.policy.ts'
import type { Tool } from './tool.policy.ts'

export const radiatorsTool: Tool = {
  name: 'radiators',
  title: 'How cool can my radiators run?',
  about: 'The flow temperature that each room needs, and which radiators are too small for a lower one.',
  inputs: [
    {
      name: 'rooms',
      label: 'Rooms',
      unit: '',
      kind: 'rooms',
      min: 1,
      max: 20,
      isOptional: true,
      example: '900:2000:20;900:1400:20;1200:2600:21',
      help: 'Heat loss, radiator output at ΔT 50 and temperature of each room.',
    },
    { ...createNumberInput('loss', 'Heat loss of the room', 'W', 1, 50_000), unless: ['rooms'] },
    { ...createNumberInput('output', 'Radiator output at ΔT 50', 'W', 50, 50_000), unless: ['rooms'] },
    { ...createNumberInput('room', 'Room temperature', '°C', 5, 30), defaults: [{ value: '20' }], unless: ['rooms'] },
  ],
  calculate(values, referenceValues) {
    const rooms = values.has('rooms')
      ? values.rooms('rooms')
      : [{ lossWatts: values.number('loss'), outputWatts: values.number('output'), roomCelsius: values.number('room') }]
    const { rooms: flows, ...result } = calculateRadiators({ rooms }, referenceValues)
    return { result, details: { rooms: flows, radiatorTypes: listRadiatorTypes(referenceValues) } }
  },
}

export const insulationTool: Tool = {
  name: 'insulation',
  title: 'What an insulation job saves',
  about: 'Energy, money and payback of one insulation job, including the part you take as a warmer home.',
  inputs: [
    {
      ...createChoiceInput(
        'surface',
        'What is insulated?',
        {
          roof: 'Loft or roof',
          cavity: 'Cavity wall',
          solid: 'Solid wall',
          floor: 'Floor',
          window: 'Windows or doors',
          other: 'Something else',
        },
        'other',
      ),
      example: 'roof',
      help: 'Decides which safety notes are shown.',
    },
    { ...createNumberInput('area', 'Area', 'm²', 0.1, 5000), example: '45' },
    { ...createNumberInput('uBefore', 'U-value before', 'W/m²K', 0.05, 7), example: '0.4' },
    { ...createNumberInput('uAfter', 'U-value after', 'W/m²K', 0.05, 7), example: '0.16' },
    degreeDaysInput,
    postcodeInput,
    { ...regionInput, unless: ['postcode', 'degreeDays'] },
    { ...createHeatingInput('storage', 'heat-pump'), label: 'Heating' },
    {
      ...createNumberInput('efficiency', 'Efficiency of your heating', 'share', 0.2, 8),
      defaults: [{ value: '1', when: { fuel: 'electric' } }, { referenceKey: 'efficiency.boiler' }],
      when: fuelsWithEfficiency,
    },
    heatPumpScopInput,
    litrePriceInput,
    {
      ...fuelPriceInput,
      name: 'price',
      help: 'For storage heaters, enter the average that your bill shows for heating, not the night rate alone.',
    },
    createPoundsInput('quote', 'Cost of the job'),
  ],
  check: (values, referenceValues): InputErrors => ({
    ...(values.number('uAfter') < values.number('uBefore') ? {} : { uAfter: 'The U-value after the job must be lower than before.' }),
    ...findLitresInKwhFields(values, 'price'),
    // Of electric heating it can be a SCOP, as in URLs from before there was a heat pump among the kinds of heating.
    ...(values.text('fuel') !== 'electric' && (values.optionalNumber('efficiency') ?? 0) > 1
      ? { efficiency: 'Enter at most 100%: no boiler gives more heat than its fuel has.' }
      : {}),
    ...(values.has('litrePrice') ? checkFuelUse(values, referenceValues) : {}),
  }),
  calculate(values, referenceValues) {
    const trackedValues = trackReferenceValueUse(referenceValues)
    const result = calculateInsulation(
      {
        areaM2: values.number('area'),
        uBefore: values.number('uBefore'),
        uAfter: values.number('uAfter'),
        degreeDays: getDegreeDays(values),
        efficiency: getHeatingEfficiency(values),
        pencePerKwh: getFuelPrice(values, trackedValues, 'price'),
        quotePounds: values.optionalNumber('quote'),
      },
      trackedValues,
    )
    return { result: { ...result, referenceKeys: trackedValues.usedKeys() }, details: {} }
  },
}
