/** Declares the inputs for a home's fuel in the units of bills and deliveries: litres, £ a year, rooms. The calculations use kWh. */
import { formatNumber } from '#wording/numbers.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import { consumptionInput, createChoiceInput, createNumberInput, createPriceInput } from './common-inputs.policy.ts'
import type { InputErrors, ToolInput } from './tool-input.policy.ts'
import type { ToolValues } from './tool-values.policy.ts'

export const fuelInput: ToolInput = createChoiceInput(
  'fuel',
  'Heating today',
  { gas: 'Mains gas', oil: 'Oil', lpg: 'LPG', electric: 'Direct electric' },
  'gas',
)

const STORAGE_HEATERS = { value: 'storage', label: 'Storage heaters' }
const HEAT_PUMP = { value: 'heat-pump', label: 'Heat pump' }

/** Returns `fuelInput` with storage heaters, a heat pump or both among the choices. Both use electricity. */
export const createHeatingInput = (...kinds: ('storage' | 'heat-pump')[]): ToolInput => ({
  ...fuelInput,
  choices: [
    ...(fuelInput.choices ?? []).map((choice) =>
      choice.value === 'electric' && kinds.includes('storage') ? { ...choice, label: 'Panel heaters or other direct electric' } : choice,
    ),
    ...(kinds.includes('storage') ? [STORAGE_HEATERS] : []),
    ...(kinds.includes('heat-pump') ? [HEAT_PUMP] : []),
  ],
})

/** Fuels of `createHeatingInput` whose efficiency is asked for; a heat pump has a SCOP instead, and storage heaters are taken as 1. */
export const fuelsWithEfficiency = { fuel: ['gas', 'oil', 'lpg', 'electric'] }

export const heatPumpScopInput: ToolInput = {
  ...createNumberInput('scop', 'SCOP of your heat pump', '', 1, 8),
  defaults: [{ referenceKey: 'scop.flow-45' }],
  when: { fuel: ['heat-pump'] },
  help: 'Your heat pump’s meters or its app show it for a year.',
}

/** Returns the heat for each kWh of fuel: below 1 for a boiler, above 1 for a heat pump. */
export const getHeatingEfficiency = (values: ToolValues): number =>
  values.optionalNumber('efficiency') ?? values.optionalNumber('scop') ?? 1

const deliveredFuels = { fuel: ['oil', 'lpg'] }
const electricOnly = { fuel: ['electric'] }

export const litresInput: ToolInput = {
  ...createNumberInput('litres', 'Fuel used in a year', 'litres', 1, 20_000),
  isOptional: true,
  when: deliveredFuels,
  help: 'Add up your deliveries. Leave blank to enter kilowatt-hours instead.',
}

export const litrePriceInput: ToolInput = {
  ...createNumberInput('litrePrice', 'Price of the fuel', 'p/litre', 20, 500),
  isOptional: true,
  when: deliveredFuels,
  help: 'See your last delivery note. Leave blank to enter the price per kWh instead.',
}

export const billInput: ToolInput = {
  ...createNumberInput('bill', 'Electricity bill for a year', '£', 1, 50_000),
  isOptional: true,
  when: electricOnly,
  help: 'Enter the whole bill. We deduct the standing charge and the electricity that is not for heating.',
}

export const heatedRoomsInput: ToolInput = {
  ...createNumberInput('heatedRooms', 'Or the rooms that you heat', '', 1, 20),
  kind: 'whole',
  isOptional: true,
  when: electricOnly,
  unless: ['bill'],
  help: 'A rough estimate. Leave blank to enter kilowatt-hours instead.',
}

/** Fuel in kWh a year. It is asked for if none of the other units is filled in. */
export const fuelUseInput: ToolInput = {
  ...consumptionInput,
  unless: ['litres', 'bill', 'heatedRooms'],
  missingMessage: 'Please fill this in, or use a field above instead.',
}

export const fuelPriceInput: ToolInput = {
  ...createPriceInput('fuelPrice', 'Price of the fuel'),
  defaults: [
    { referenceKey: 'cap.gas', when: { fuel: 'gas' } },
    { referenceKey: 'cap.electricity', when: { fuel: 'electric' } },
    { referenceKey: 'tariff.storage-night', when: { fuel: 'storage' } },
    { referenceKey: 'cap.electricity', when: { fuel: 'heat-pump' } },
  ],
  unless: ['litrePrice'],
  missingMessage: 'Please fill this in, here or per litre.',
}

/** Returns the kWh in a litre of the fuel; undefined for fuels that are not delivered in litres. */
function findKwhPerLitre(values: ToolValues, referenceValues: ReferenceValues): number | undefined {
  const fuel = values.text('fuel')
  return fuel === 'oil' || fuel === 'lpg' ? referenceValues.find(`heat.${fuel}-litre`)?.value : undefined
}

/**
 * Returns the price of the fuel in p/kWh.
 * @param name input with the price per kWh, which applies if there is no price per litre
 */
export function getFuelPrice(values: ToolValues, referenceValues: ReferenceValues, name = 'fuelPrice'): number {
  const pencePerLitre = values.optionalNumber('litrePrice')
  const kwhPerLitre = pencePerLitre === undefined ? undefined : findKwhPerLitre(values, referenceValues)
  return pencePerLitre === undefined || !kwhPerLitre ? values.number(name) : pencePerLitre / kwhPerLitre
}

/** Prices and use that are needed to find the electricity for heating in a bill. */
export interface BillTerms {
  /** Price of the electricity that heats. */
  heatingPencePerKwh: number
  /** Price of all other electricity. */
  otherPencePerKwh: number
  /** Electricity used in a year that is not for heating. */
  otherKwh: number
}

/**
 * Returns the fuel in kWh a year. Litres are multiplied by the heat in a litre; of an electricity bill the standing charge and other
 * electricity are deducted; rooms are multiplied by a reference value. The result of a bill can be negative: see `checkFuelUse`.
 */
export function getFuelUse(values: ToolValues, referenceValues: ReferenceValues, billTerms?: BillTerms): number {
  const litres = values.optionalNumber('litres')
  if (litres !== undefined) return litres * (findKwhPerLitre(values, referenceValues) ?? 0)
  const billPounds = values.optionalNumber('bill')
  if (billPounds !== undefined && billTerms) {
    const { heatingPencePerKwh, otherPencePerKwh, otherKwh } = billTerms
    const standingPence = 365 * (referenceValues.find('cap.electricity-standing')?.value ?? 0)
    return heatingPencePerKwh > 0 ? (billPounds * 100 - standingPence - otherKwh * otherPencePerKwh) / heatingPencePerKwh : 0
  }
  const rooms = values.optionalNumber('heatedRooms')
  if (rooms !== undefined) return rooms * (referenceValues.find('heat.electric-room')?.value ?? 0)
  return values.number('consumption')
}

/** Homes on oil or LPG use more kilowatt-hours, and pay less for one. */
const MIN_DELIVERED_KWH = 5000
const MAX_DELIVERED_PENCE_PER_KWH = 30

/**
 * Rejects litres and pence per litre in the fields for kilowatt-hours.
 * @param priceName input with the price per kWh
 */
export function findLitresInKwhFields(values: ToolValues, priceName = 'fuelPrice'): InputErrors {
  const fuel = values.text('fuel')
  if (fuel === 'gas') return findGasPriceProblem(values, priceName)
  if (fuel !== 'oil' && fuel !== 'lpg') return {}
  const name = fuel === 'oil' ? 'oil' : 'LPG'
  const [kwh, pence] = [values.optionalNumber('consumption'), values.optionalNumber(priceName)]
  return {
    ...(values.isFilledIn('consumption') && kwh !== undefined && kwh < MIN_DELIVERED_KWH
      ? {
          consumption: `Are these litres? Homes on ${name} use more than ${formatNumber(MIN_DELIVERED_KWH)} kWh a year. Clear this field and enter litres in the field above.`,
        }
      : {}),
    ...(values.isFilledIn(priceName) && pence !== undefined && pence > MAX_DELIVERED_PENCE_PER_KWH
      ? {
          [priceName]: `Is this the price of a litre? A kilowatt-hour of ${name} costs less than ${MAX_DELIVERED_PENCE_PER_KWH}p. Clear this field and enter the price per litre in the field above.`,
        }
      : {}),
  }
}

/** Rejects a price of gas that is wrong by a factor of ten, or that of electricity. */
function findGasPriceProblem(values: ToolValues, priceName: string): InputErrors {
  const pence = values.optionalNumber(priceName)
  return values.isFilledIn(priceName) && pence !== undefined && pence > MAX_DELIVERED_PENCE_PER_KWH
    ? { [priceName]: `Check the decimal point: a kilowatt-hour of gas costs less than ${MAX_DELIVERED_PENCE_PER_KWH}p.` }
    : {}
}

/** Whether our standing charge, which is deducted from a bill, applies in the nation of the home. */
const isStandingChargeKnown = (values: ToolValues, referenceValues: ReferenceValues): boolean =>
  referenceValues.find('cap.electricity-standing')?.nations.some((nation) => nation === values.text('nation')) ?? false

/** Rejects litres without a known heat content, a bill without a known standing charge, and one that other electricity uses up. */
export function checkFuelUse(values: ToolValues, referenceValues: ReferenceValues, billTerms?: BillTerms): InputErrors {
  const errors: InputErrors = findLitresInKwhFields(values)
  if (Object.keys(errors).length > 0) return errors
  if (values.has('litres') || values.has('litrePrice')) {
    const name = values.has('litres') ? 'litres' : 'litrePrice'
    if (!findKwhPerLitre(values, referenceValues)) errors[name] = 'We do not know the heat in a litre. Enter kilowatt-hours instead.'
  } else if (values.has('bill') && !isStandingChargeKnown(values, referenceValues)) {
    errors['bill'] =
      'We do not know the standing charge in your nation, which has to be deducted. Clear this field and enter kilowatt-hours instead.'
  } else if (getFuelUse(values, referenceValues, billTerms) <= 0) {
    const name = ['bill', 'heatedRooms', 'consumption'].find((candidate) => values.has(candidate)) ?? 'consumption'
    errors[name] = 'After the standing charge and other electricity nothing is left for heating. Check your numbers.'
  }
  return errors
}
