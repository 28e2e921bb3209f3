/** Tool `solar`: inputs and calculation, and the roof inputs that other tools share. */
import { DIRECTIONS } from '#features/tools/places/sap-sun.policy.ts'
import { numberInput, postcodeInput, priceInput, regionInput, regionOf } from '#features/tools/inputs/common-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { calculateSolar } from '#features/tools/sums/solar.policy.ts'
import type { Tool } from './tool.policy.ts'

export const slopesInput: ToolInput = {
  name: 'slopes',
  label: 'Slopes',
  unit: '',
  kind: 'slopes',
  min: 1,
  max: 4,
  example: '2.4:36:E:none;2.4:36:W:none',
  help: `kWp:pitch:direction:shade, up to four joined by a semicolon. Directions: ${DIRECTIONS.join(', ')}.`,
}

export const useInput: ToolInput = {
  ...numberInput('use', 'Electricity used in a year', 'kWh', 1, 100_000),
  defaults: [{ referenceKey: 'use.electricity' }],
}

export const batterySizeInput: ToolInput = {
  ...numberInput('battery', 'Battery, usable', 'kWh', 0, 100),
  defaults: [{ value: '0' }],
  help: 'The formula knows up to 15 kWh.',
}

export const solarTool: Tool = {
  name: 'solar',
  title: 'Solar on my roof',
  about: 'What a roof makes month by month, how much of it you use yourself, and what that is worth.',
  inputs: [
    postcodeInput,
    regionInput,
    slopesInput,
    useInput,
    batterySizeInput,
    priceInput('import', 'Price you pay', 'cap.electricity'),
    priceInput('export', 'Price you are paid', 'export.flat'),
  ],
  calculate(values, referenceValues) {
    const { months, ...result } = calculateSolar(
      {
        region: regionOf(values),
        slopes: values.slopes('slopes'),
        useKwh: values.number('use'),
        batteryKwh: values.number('battery'),
        importPencePerKwh: values.number('import'),
        exportPencePerKwh: values.number('export'),
      },
      referenceValues,
    )
    return { result, extra: { months } }
  },
}
