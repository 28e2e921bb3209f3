/** Declares the inputs and the calculation of the tool `solar`, and the roof inputs that other tools share. */
import { createNumberInput, postcodeInput, createPriceInput, regionInput, getRegion } from '#features/tools/inputs/common-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { calculateSolar } from '#features/tools/sums/solar.policy.ts'
import type { Tool } from './tool.policy.ts'

export const slopesInput: ToolInput = {
  name: 'slopes',
  label: 'Roof slopes',
  unit: '',
  kind: 'slopes',
  min: 1,
  max: 4,
  example: '2.4:36:E:none;2.4:36:W:none',
  help: 'Size in kWp, pitch, the direction that it faces (N, NE, E, SE, S, SW, W or NW) and shade of up to four slopes. Ten panels of 450 W are 4.5 kWp.',
}

export const useInput: ToolInput = {
  ...createNumberInput('use', 'Electricity used in a year', 'kWh', 1, 100_000),
  defaults: [{ referenceKey: 'use.electricity' }],
}

/** The calculation spreads the use like that of appliances, which a heat pump and a car at night do not follow. */
export const sunUseInput: ToolInput = {
  ...useInput,
  help: 'Without a heat pump and a car that charges at night: they use little of the sun.',
}

/** Batteries of homes are smaller; the largest is three units of 13.5 kWh. */
export const MAX_BATTERY_KWH = 41

export const batterySizeInput: ToolInput = {
  ...createNumberInput('battery', 'Usable battery size', 'kWh', 0, MAX_BATTERY_KWH),
  defaults: [{ value: '0' }],
  help: 'The calculation covers up to 15 kWh.',
}

export const solarTool: Tool = {
  name: 'solar',
  title: 'Solar on my roof',
  about: 'What your roof would generate month by month, how much you would use in your home, and what it is worth.',
  inputs: [
    postcodeInput,
    regionInput,
    slopesInput,
    sunUseInput,
    batterySizeInput,
    createPriceInput('import', 'Import rate', 'cap.electricity'),
    createPriceInput('export', 'Export rate', 'export.flat'),
  ],
  calculate(values, referenceValues) {
    const { months, ...result } = calculateSolar(
      {
        region: getRegion(values),
        slopes: values.slopes('slopes'),
        useKwh: values.number('use'),
        batteryKwh: values.number('battery'),
        importPencePerKwh: values.number('import'),
        exportPencePerKwh: values.number('export'),
      },
      referenceValues,
    )
    return { result, details: { months } }
  },
}
