/** Declares the inputs and the calculation of the tool `battery`. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import {
  createNumberInput,
  createChoiceInput,
  createPoundsInput,
  postcodeInput,
  createPriceInput,
  regionInput,
  getRegion,
  nationInput,
  checkNation,
  createFlagInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import type { InputErrors, ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'
import { calculateBattery, formatBatterySum, type BatteryInputs, type Warranty } from '#features/tools/sums/battery.policy.ts'
import { calculateBatteryGain, listBatterySizeWarnings, listSystemWarnings } from '#features/tools/sums/solar.policy.ts'
import type { Tool } from './tool.policy.ts'
import { MAX_BATTERY_KWH, slopesInput, sunUseInput } from './sun-tools.policy.ts'

const nightOnly = { mode: 'night' }
const sunOnly = { mode: ['solar'] }
const { example: _, ...slopesWithoutExample } = slopesInput
const optionalSlopesInput: ToolInput = { ...slopesWithoutExample, isOptional: true }

export const batteryTool: Tool = {
  name: 'battery',
  title: 'Is a battery worth it?',
  about: 'What a battery saves with a night tariff or your solar panels, its payback, and what its warranty covers.',
  inputs: [
    postcodeInput,
    nationInput,
    createChoiceInput('mode', 'Charged from', { night: 'Cheap electricity at night', solar: 'My solar panels' }, 'night'),
    { ...optionalSlopesInput, when: sunOnly, help: `Describe your roof instead of entering the kilowatt-hours. ${slopesInput.help ?? ''}` },
    { ...regionInput, onlyWith: 'slopes' },
    { ...sunUseInput, onlyWith: 'slopes' },
    { ...createNumberInput('energy', 'Energy from the battery in a year', 'kWh', 0, 100_000), example: '1700', unless: ['slopes'] },
    {
      ...createPriceInput('dayPrice', 'Price of the electricity it replaces'),
      defaults: [{ referenceKey: 'cap.electricity', when: { mode: 'solar' } }, { referenceKey: 'tariff.night-day' }],
    },
    {
      ...createPriceInput('nightPrice', 'Charging price'),
      defaults: [{ referenceKey: 'tariff.night', when: nightOnly }],
      isOptional: true,
      help: 'Your night rate or, with solar panels, your export rate.',
    },
    { ...createPriceInput('export', 'Export rate', 'export.flat'), when: sunOnly, unless: ['nightPrice'] },
    { ...createNumberInput('efficiency', 'Round-trip efficiency', 'share', 0.3, 1), defaults: [{ referenceKey: 'efficiency.battery' }] },
    {
      ...createNumberInput('standby', 'The battery’s own draw (standby)', 'W', 0, 500),
      defaults: [{ referenceKey: 'battery.standby', value: '20' }],
    },
    { ...createPriceInput('meanPrice', 'Average price of standby power', 'cap.electricity'), when: { mode: ['night'] } },
    createPoundsInput('price', 'Price including installation'),
    {
      ...createNumberInput('years', 'Warranty', 'years', 1, 30),
      isOptional: true,
      help: 'The result says if the battery pays for itself only after it has ended.',
    },
    { ...createNumberInput('throughput', 'Energy under the warranty', 'kWh', 1, 1_000_000), isOptional: true },
    createFlagInput('inAndOut', 'This limit includes charging'),
    { ...createNumberInput('cycles', 'Cycles under the warranty', '', 1, 50_000), isOptional: true },
    { ...createNumberInput('size', 'Usable size', 'kWh', 0.5, MAX_BATTERY_KWH), isOptional: true },
    { ...createNumberInput('meanState', 'Average capacity over the warranty', 'share', 0.3, 1), defaults: [{ value: '1' }] },
  ],
  // `nightPrice` has no default if the reference values lack a night rate; in `solar` mode either `export` or `nightPrice` is always set.
  check(values): InputErrors {
    const nationErrors = checkNation(values)
    if (nationErrors['nation']) return nationErrors
    if (values.has('slopes') && !values.has('size'))
      return { size: 'Enter the battery’s usable size as well: the calculation for a roof needs it.' }
    const warrantyErrors = checkWarranty(values)
    if (Object.keys(warrantyErrors).length > 0) return warrantyErrors
    const energyError = checkEnergy(values)
    if (energyError) return { energy: energyError }
    return values.text('mode') === 'night' && !values.has('nightPrice') ? { nightPrice: 'Please fill this in.' } : {}
  },
  calculate(values, referenceValues) {
    const commonInputs = {
      energyKwh: getEnergyKwh(values, referenceValues),
      efficiency: values.number('efficiency'),
      isEfficiencyAssumed: values.isDefault('efficiency'),
      pricePounds: values.optionalNumber('price'),
      warranty: getWarranty(values),
      sizeKwh: values.optionalNumber('size'),
      standbyWatts: values.number('standby'),
      isStandbyAssumed: values.isDefault('standby'),
    }
    const dayPencePerKwh = values.number('dayPrice')
    const inputs: BatteryInputs =
      values.text('mode') === 'solar'
        ? {
            ...commonInputs,
            mode: 'solar',
            importPencePerKwh: dayPencePerKwh,
            exportPencePerKwh: values.optionalNumber('export') ?? values.number('nightPrice'),
          }
        : {
            ...commonInputs,
            mode: 'night',
            dayPencePerKwh,
            nightPencePerKwh: values.number('nightPrice'),
            meanPencePerKwh: values.number('meanPrice'),
          }
    const result = calculateBattery(inputs, referenceValues)
    const roofBatteryKwh = values.has('slopes') ? (values.optionalNumber('size') ?? 0) : 0
    const warnings = [...listSystemWarnings(values.slopes('slopes')), ...listBatterySizeWarnings(roofBatteryKwh), ...result.warnings]
    return { result: { ...result, warnings }, details: { sums: [formatBatterySum(inputs)] } }
  },
}

/** Rejects megawatt-hours in the field for kilowatt-hours, and cycles of a battery whose size is not known. */
function checkWarranty(values: ToolValues): InputErrors {
  const [throughput, size] = [values.optionalNumber('throughput'), values.optionalNumber('size')]
  if (throughput !== undefined && throughput < (size ?? 1) * 365) {
    return {
      throughput: `Is this in megawatt-hours? ${formatNumber(throughput, DEFAULT_LANGUAGE, 2)} MWh are ${formatNumber(throughput * 1000)} kWh.`,
    }
  }
  return values.has('cycles') && values.has('years') && size === undefined
    ? { size: 'Enter the battery’s usable size as well: the cycles of the warranty count it.' }
    : {}
}

/** More than three charges a day are no use of a home battery; two or three are usual on tariffs with several cheap windows. */
const MAX_CHARGES_A_DAY = 3

/** Rejects more energy than a battery of the size gives in a year. */
function checkEnergy(values: ToolValues): string | undefined {
  const [energyKwh, sizeKwh] = [values.optionalNumber('energy'), values.optionalNumber('size')]
  if (energyKwh === undefined || sizeKwh === undefined || energyKwh <= sizeKwh * 365 * MAX_CHARGES_A_DAY) return undefined
  return `A battery of ${formatNumber(sizeKwh, DEFAULT_LANGUAGE, 1)} kWh gives about ${formatNumber(Math.round(sizeKwh * 365))} kWh a year if it is charged once a day. Check the energy and the size.`
}

/**
 * Returns the energy from the battery in kWh a year: the input, or the additional self-use that the battery brings on the roof in `slopes`.
 */
function getEnergyKwh(values: ToolValues, referenceValues: ReferenceValues): number {
  const slopes = values.slopes('slopes')
  if (slopes.length === 0) return values.number('energy')
  return calculateBatteryGain({ region: getRegion(values), slopes, useKwh: values.number('use') }, values.number('size'), referenceValues)
}

function getWarranty(values: ToolValues): Warranty | undefined {
  const years = values.optionalNumber('years')
  if (years === undefined) return undefined
  return {
    years,
    throughputKwh: values.optionalNumber('throughput'),
    countsInAndOut: values.flag('inAndOut'),
    cycles: values.optionalNumber('cycles'),
    sizeKwh: values.optionalNumber('size'),
    meanState: values.number('meanState'),
  }
}
