/** Declares the inputs and calculations of the tools `heat-pump`, `heat-loss` and `noise`. */
import { trackReferenceValueUse } from '#features/figures/figures.policy.ts'
import {
  boilerEfficiencyInput,
  createChoiceInput,
  consumptionInput,
  degreeDaysInput,
  getDegreeDays,
  createFlagInput,
  nationInput,
  getNation,
  createNumberInput,
  postcodeInput,
  createPoundsInput,
  createPriceInput,
  regionInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import {
  checkFuelUse,
  createHeatingInput,
  fuelPriceInput,
  fuelsWithEfficiency,
  fuelUseInput,
  getFuelPrice,
  getFuelUse,
  getHeatingEfficiency,
  heatPumpScopInput,
  litrePriceInput,
  litresInput,
} from '#features/tools/inputs/fuel-inputs.policy.ts'
import { HIGHLAND_REGION } from '#features/tools/places/sap-regions.policy.ts'
import { checkThreeRates, createThreeRateInputs, readThreeRates } from '#features/tools/inputs/three-rates.policy.ts'
import type { InputErrors } from '#features/tools/inputs/tool-input.policy.ts'
import { calculateHeatLossFromFabric, calculateHeatLossFromMeter } from '#features/tools/sums/heat-loss.policy.ts'
import { checkHeatLoss } from '#features/tools/inputs/check-heat-loss.policy.ts'
import { HEATING_FUELS, HEAT_PUMP_KINDS } from '#features/tools/sums/heat-pump/heat-pump-inputs.policy.ts'
import { calculateHeatPump } from '#features/tools/sums/heat-pump/heat-pump.policy.ts'
import { findNoiseRule } from '#features/tools/sums/heat-pump/noise-rules.policy.ts'
import { DIRECTIVITIES, calculateNoise } from '#features/tools/sums/heat-pump/noise.policy.ts'
import { listHeatPumpSums } from '#features/tools/sums/heat-pump/three-rates.policy.ts'
import type { Tool } from './tool.policy.ts'

const FUEL_USE_MESSAGE = 'Please fill this in. Oil and LPG can be entered in litres instead.'

/** Prefix of the reference values that are the default shares of the three prices. */
const HEAT_PUMP_TARIFF = 'tariff.heat-pump'

export const heatPumpTool: Tool = {
  name: 'heat-pump',
  title: 'Heat pump running costs',
  about: 'Compare a heat pump with your present heating: running costs, break-even SCOP, grant, payback and carbon.',
  inputs: [
    nationInput,
    {
      ...createHeatingInput('storage'),
      help: 'What the heat pump replaces. If you have a heat pump already, use “What an insulation job saves” or “Does this heat loss make sense?” instead.',
    },
    {
      ...createChoiceInput('kind', 'Kind of heat pump', {
        'air-to-water': 'Air to water, with radiators and pipes',
        'air-to-air': 'Air to air, without pipes',
      }),
      defaults: [
        { value: 'air-to-air', when: { fuel: 'electric' } },
        { value: 'air-to-air', when: { fuel: 'storage' } },
        { value: 'air-to-water' },
      ],
      help: 'Most homes with electric heaters have no pipes. The grants differ.',
    },
    litresInput,
    { ...fuelUseInput, missingMessage: FUEL_USE_MESSAGE },
    { ...boilerEfficiencyInput, when: fuelsWithEfficiency },
    { ...createNumberInput('scop', 'SCOP, if you know it', '', 1, 8), isOptional: true },
    {
      ...createNumberInput('flow', 'Maximum flow temperature', '°C', 35, 75),
      defaults: [{ value: '45' }],
      unless: ['scop'],
      help: 'The temperature of the water to the radiators on the coldest day. Leave it unchanged for air to air.',
    },
    createPriceInput('electricityPrice', 'Price of electricity', 'cap.electricity'),
    ...createThreeRateInputs(HEAT_PUMP_TARIFF, 'the heat pump’s electricity', { cheap: '40', peak: '9' }),
    litrePriceInput,
    fuelPriceInput,
    { ...createFlagInput('meterGoes', 'Will you give up gas completely?'), when: { fuel: ['gas'] } },
    {
      ...createNumberInput('standingCharge', 'Standing charge of gas', 'p/day', 0, 500),
      defaults: [{ referenceKey: 'cap.gas-standing' }],
      when: { fuel: ['gas'], meterGoes: ['1'] },
      help: 'It ends if you give up gas.',
    },
    {
      ...createFlagInput('offGasGrid', 'Off the gas grid'),
      defaults: [{ value: '1', when: { fuel: 'oil' } }, { value: '1', when: { fuel: 'lpg' } }, { value: '0' }],
    },
    { ...createPoundsInput('quote', 'Quote before the grant'), example: '13000' },
  ],
  check: (values, referenceValues): InputErrors => ({
    ...checkThreeRates(values),
    ...checkFuelUse(values, referenceValues),
  }),
  calculate(values, referenceValues) {
    const trackedValues = trackReferenceValueUse(referenceValues)
    const threeRates = readThreeRates(values, HEAT_PUMP_TARIFF, trackedValues)
    const result = calculateHeatPump(
      {
        kind: values.has('kind') ? values.choice('kind', HEAT_PUMP_KINDS) : 'air-to-water',
        fuel: values.text('fuel') === 'storage' ? 'electric' : values.choice('fuel', HEATING_FUELS),
        consumptionKwh: getFuelUse(values, trackedValues),
        // `scop` is that of the new heat pump, not of the present heating.
        efficiency: values.optionalNumber('efficiency') ?? 1,
        isEfficiencyAssumed: values.isDefault('efficiency'),
        scop: values.optionalNumber('scop'),
        flowCelsius: values.optionalNumber('flow'),
        electricityPencePerKwh: values.number('electricityPrice'),
        threeRates,
        fuelPencePerKwh: getFuelPrice(values, trackedValues),
        standingPencePerDay: values.optionalNumber('standingCharge') ?? 0,
        isMeterRemoved: values.flag('meterGoes'),
        quotePounds: values.optionalNumber('quote'),
        nation: getNation(values),
        isOffGasGrid: values.flag('offGasGrid'),
      },
      trackedValues,
    )
    return {
      result: { ...result, referenceKeys: trackedValues.usedKeys() },
      details: threeRates ? { sums: listHeatPumpSums(threeRates, result) } : {},
    }
  },
}

const fromMeter = { mode: ['meter'] }
const fromFabric = { mode: ['fabric'] }

export const heatLossTool: Tool = {
  name: 'heat-loss',
  title: 'Does this heat loss make sense?',
  about: 'The heat pump size that your meter or your walls suggest, compared with the size in your quote.',
  inputs: [
    createChoiceInput('mode', 'Calculate from', { meter: 'Meter readings', fabric: 'Walls, windows and roof' }, 'meter'),
    { ...createHeatingInput('heat-pump'), when: fromMeter, help: 'Storage heaters count as direct electric.' },
    { ...litresInput, when: { ...fromMeter, ...litresInput.when } },
    {
      ...consumptionInput,
      when: fromMeter,
      unless: ['litres'],
      missingMessage: FUEL_USE_MESSAGE,
      help: 'With a heat pump, enter the electricity that it used.',
    },
    { ...boilerEfficiencyInput, when: { ...fromMeter, ...fuelsWithEfficiency } },
    { ...heatPumpScopInput, when: { ...fromMeter, ...heatPumpScopInput.when } },
    { ...createNumberInput('people', 'People', '', 0, 20), defaults: [{ value: '2' }], when: fromMeter },
    { ...degreeDaysInput, when: fromMeter },
    { ...postcodeInput, when: fromMeter },
    { ...regionInput, when: fromMeter, unless: ['postcode', 'degreeDays'] },
    {
      name: 'elements',
      label: 'Surfaces',
      unit: '',
      kind: 'elements',
      min: 1,
      max: 20,
      when: fromFabric,
      example: '80:1.7;45:0.16;45:0.7;16:2.8;3.8:3',
      help: 'Area in m² and U-value in W/m²K of each surface.',
    },
    {
      ...createNumberInput('airChanges', 'Air changes in an hour', '1/h', 0.1, 2),
      defaults: [{ referenceKey: 'air-changes' }],
      when: fromFabric,
    },
    { ...createNumberInput('volume', 'Volume of the rooms', 'm³', 1, 10_000), when: fromFabric, example: '200' },
    { ...createNumberInput('indoor', 'Indoors', '°C', 14, 26), defaults: [{ value: '20' }] },
    {
      ...createNumberInput('design', 'Coldest day', '°C', -25, 10),
      defaults: [{ referenceKey: 'design.temperature-highland', regions: [HIGHLAND_REGION] }, { referenceKey: 'design.temperature' }],
      help: 'Below zero almost everywhere, such as -3.',
    },
    { ...createNumberInput('quote', 'Size in your quote', 'kW', 0.5, 100), isOptional: true },
  ],
  check: checkHeatLoss,
  calculate(values, referenceValues) {
    const trackedValues = trackReferenceValueUse(referenceValues)
    const commonInputs = {
      indoorCelsius: values.number('indoor'),
      designCelsius: values.number('design'),
      quotedKw: values.optionalNumber('quote'),
    }
    const result =
      values.text('mode') === 'fabric'
        ? calculateHeatLossFromFabric(
            {
              ...commonInputs,
              elements: values.elements('elements'),
              airChangesPerHour: values.number('airChanges'),
              volumeM3: values.number('volume'),
            },
            trackedValues,
          )
        : calculateHeatLossFromMeter(
            {
              ...commonInputs,
              consumptionKwh: getFuelUse(values, trackedValues),
              efficiency: getHeatingEfficiency(values),
              people: values.number('people'),
              degreeDays: getDegreeDays(values),
            },
            trackedValues,
          )
    return { result: { ...result, referenceKeys: trackedValues.usedKeys() }, details: {} }
  },
}

export const noiseTool: Tool = {
  name: 'noise',
  title: 'Noise at the neighbour’s window',
  about: 'How loud a heat pump is at your neighbour’s window, compared with the limit, and the distance it needs.',
  inputs: [
    {
      ...createNumberInput('power', 'Sound power', 'dB(A)', 20, 110),
      example: '54',
      help: 'On the energy label and in the data sheet (LWA), not the level at a distance.',
    },
    { ...createNumberInput('power2', 'Sound power of a second unit', 'dB(A)', 20, 110), isOptional: true },
    createChoiceInput('directivity', 'Position', { 2: 'On open ground', 4: 'Against a wall', 8: 'In a corner' }, '4'),
    { ...createNumberInput('distance', 'Distance to 1 m in front of the window', 'm', 0.3, 500), example: '5' },
    {
      ...createNumberInput('barrier', 'Reduction by a wall or fence', 'dB', -20, 20),
      defaults: [{ value: '0' }],
      help: 'For example, enter 5 for a fence that reduces the noise by 5 dB.',
    },
    nationInput,
  ],
  calculate(values, referenceValues) {
    const secondPower = values.optionalNumber('power2')
    const result = calculateNoise(
      {
        powersDb: secondPower === undefined ? [values.number('power')] : [values.number('power'), secondPower],
        directivity: DIRECTIVITIES.find((directivity) => String(directivity) === values.text('directivity')) ?? 2,
        distanceM: values.number('distance'),
        // URLs of earlier versions have the reduction as a negative number.
        barrierDb: -Math.abs(values.number('barrier')),
        nation: getNation(values),
      },
      referenceValues,
    )
    return { result, details: { noiseRule: findNoiseRule(getNation(values)) } }
  },
}
