/** Rejects inputs of the tool `heat-loss` that no home can have, with the plausible values. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { calculateHotWaterKwh, calculateHeatLossFromFabric, calculateHeatLossFromMeter } from '#features/tools/sums/heat-loss.policy.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import { checkFuelUse, getFuelUse, getHeatingEfficiency } from './fuel-inputs.policy.ts'
import { getDegreeDays } from './common-inputs.policy.ts'
import type { InputErrors } from './tool-input.policy.ts'
import type { ToolValues } from './tool-values.policy.ts'

/** Heat loss of a home in kW, on sites whose reference values lack `heat-loss.plausible`. */
const DEFAULT_LIMITS = { low: 1, high: 60 }
/** Smallest plausible difference between indoors and the coldest day. */
const MIN_DIFFERENCE_KELVIN = 12

const formatKw = (kw: number) => `${formatNumber(kw, DEFAULT_LANGUAGE, kw < 10 ? 2 : 0)} kW`
const formatKwh = (kwh: number) => `${formatNumber(Math.round(kwh / 10) * 10)} kWh`

export function checkHeatLoss(values: ToolValues, referenceValues: ReferenceValues): InputErrors {
  const commonInputs = { indoorCelsius: values.number('indoor'), designCelsius: values.number('design') }
  if (commonInputs.indoorCelsius - commonInputs.designCelsius < MIN_DIFFERENCE_KELVIN) {
    return {
      design:
        'This is too mild for the coldest day. Use −1 °C at the coast, −3 °C in most of England and Wales, and −5 °C in the hills and the Highlands.',
    }
  }
  if (values.number('design') > 0) {
    return {
      design: `Is it −${formatNumber(values.number('design'))} °C? Even at the coast the coldest day is about −1 °C.`,
    }
  }
  const { low, high } = referenceValues.find('heat-loss.plausible') ?? DEFAULT_LIMITS
  const range = `A home loses between ${formatKw(low)} (a small new flat) and ${formatKw(high)} (a very large old house).`
  if (values.text('mode') === 'fabric') {
    const inputs = {
      ...commonInputs,
      elements: values.elements('elements'),
      airChangesPerHour: values.number('airChanges'),
      volumeM3: values.number('volume'),
    }
    const loadKw = calculateHeatLossFromFabric(inputs, referenceValues).results['load']?.middle ?? 0
    if (loadKw < low) {
      return {
        elements: `These surfaces and rooms would lose only ${formatKw(loadKw)} on the coldest day. ${range} Enter all outside walls, the roof, the floor, windows and doors, and check the volume: a small flat has about 100 m³, a semi-detached house about 200 m³.`,
      }
    }
    return loadKw > high
      ? {
          elements: `These surfaces and rooms would lose ${formatKw(loadKw)} on the coldest day. ${range} Check the areas in m², the U-values (a solid wall has 1.7, single glazing 4.8) and the volume.`,
        }
      : {}
  }
  return checkMeterReading(values, referenceValues, { ...commonInputs, low, high, range })
}

const LITRES_ADVICE = 'Check that it is for twelve months, and that litres are in the field for litres and kilowatt-hours in that for kWh.'
/** What to check, by fuel. */
const UNIT_ADVICE: Readonly<Record<string, string>> = {
  gas: 'Most homes use 5,000 to 30,000 kWh of gas in a year. Check that the number is for twelve months and in kWh, not in the units of a gas meter.',
  oil: `Most homes on oil use 1,000 to 3,000 litres in a year. ${LITRES_ADVICE}`,
  lpg: `Most homes on LPG use 1,000 to 4,000 litres in a year. ${LITRES_ADVICE}`,
  electric: 'Check that the number is for twelve months, in kWh and for heating and hot water only.',
  'heat-pump': 'Check that the number is the electricity of the heat pump alone, for twelve months and in kWh, and check the SCOP.',
}

function checkMeterReading(
  values: ToolValues,
  referenceValues: ReferenceValues,
  { low, high, range, ...commonInputs }: { low: number; high: number; range: string; indoorCelsius: number; designCelsius: number },
): InputErrors {
  const fuelErrors = checkFuelUse(values, referenceValues)
  if (Object.keys(fuelErrors).length > 0) return fuelErrors
  const [consumptionKwh, efficiency, people] = [getFuelUse(values, referenceValues), getHeatingEfficiency(values), values.number('people')]
  const input = values.has('litres') ? 'litres' : 'consumption'
  const hotWaterKwh = calculateHotWaterKwh(people)
  const roomKwh = consumptionKwh * efficiency - hotWaterKwh
  const advice = UNIT_ADVICE[values.text('fuel')] ?? ''
  if (roomKwh <= 0) {
    return {
      [input]: `This is less than the hot water alone would need for this many people, about ${formatKwh(hotWaterKwh / efficiency)} of fuel. ${advice}`,
    }
  }
  const inputs = { ...commonInputs, consumptionKwh, efficiency, people, degreeDays: getDegreeDays(values) }
  const loadKw = calculateHeatLossFromMeter(inputs, referenceValues).results['load']?.middle ?? 0
  if (loadKw < low) {
    return {
      [input]: `After the hot water (${formatKwh(hotWaterKwh)}) only ${formatKwh(roomKwh)} of heat are left for the rooms, a heat loss of ${formatKw(loadKw)}. ${range} ${advice}`,
    }
  }
  return loadKw > high ? { [input]: `This would be a heat loss of ${formatKw(loadKw)}. ${range} ${advice}` } : {}
}
