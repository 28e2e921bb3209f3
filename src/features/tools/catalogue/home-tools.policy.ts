/** Declares the inputs and calculations of the tools `car-and-tariff`, `supply` and `grants`. */
import { trackReferenceValueUse } from '#features/figures/figures.policy.ts'
import {
  checkNation,
  createChoiceInput,
  createChoicesInput,
  createFlagInput,
  nationInput,
  getNation,
  createNumberInput,
  postcodeInput,
  createPriceInput,
} from '#features/tools/inputs/common-inputs.policy.ts'
import { checkThreeRates, createThreeRateInputs, readThreeRates } from '#features/tools/inputs/three-rates.policy.ts'
import { calculateCarAndTariff } from '#features/tools/sums/car-and-tariff.policy.ts'
import {
  GRANT_MEASURES,
  PARKING_PLACES,
  REPLACED_FUELS,
  TENURES,
  type GrantInputs,
} from '#features/tools/sums/grants/grant-inputs.policy.ts'
import { calculateGrants } from '#features/tools/sums/grants/grants.policy.ts'
import { listLowIncomeRoutes } from '#features/tools/sums/grants/low-income-routes.policy.ts'
import { calculateSupply, convertAmpsToKilowatts, readChargerPhases } from '#features/tools/sums/supply.policy.ts'
import { formatAverageSum } from '#features/tools/sums/heat-pump/three-rates.policy.ts'
import type { ToolWarning } from '#features/tools/figures/bands.policy.ts'
import type { InputErrors } from '#features/tools/inputs/tool-input.policy.ts'
import type { ToolValues } from '#features/tools/inputs/tool-values.policy.ts'
import { DEFAULT_LANGUAGE, formatNumber } from '#wording/numbers.ts'
import { useInput } from './sun-tools.policy.ts'
import type { Tool } from './tool.policy.ts'

/** Prefix of the reference values that are the default shares of the three prices. */
const HOME_TARIFF = 'tariff.home'

export const carAndTariffTool: Tool = {
  name: 'car-and-tariff',
  title: 'House, car and tariff',
  about:
    'Compare tariffs for your home and car: the mileage from which a night rate is cheaper, and the public charging price that matches petrol.',
  inputs: [
    postcodeInput,
    nationInput,
    { ...createNumberInput('mpg', 'Petrol car', 'mpg', 5, 200), example: '45', defaults: [{ value: '45' }] },
    { ...createNumberInput('pumpPrice', 'Petrol', 'p/litre', 50, 500), defaults: [{ referenceKey: 'fuel.petrol' }] },
    { ...createNumberInput('kWhPerMile', 'Electric car', 'kWh/mile', 0.1, 1), defaults: [{ value: '0.28' }] },
    {
      ...createNumberInput('efficiency', 'Charging efficiency', 'share', 0.5, 1),
      defaults: [{ referenceKey: 'efficiency.charging' }],
    },
    { ...createNumberInput('miles', 'Miles in a year', 'miles', 0, 200_000), defaults: [{ value: '7000' }] },
    { ...useInput, label: 'Electricity used in your home in a year', help: 'Include electric heating or a heat pump, but not the car.' },
    {
      ...createNumberInput('nightShare', 'Share of it used at night', 'share', 0, 1),
      isOneAmbiguous: true,
      defaults: [{ value: '0.2' }],
      help: 'In per cent, such as 20. A number below 1, such as 0.2, is read as 20%.',
    },
    createPriceInput('dayPrice', 'Price by day', 'tariff.night-day'),
    createPriceInput('nightPrice', 'Price at night', 'tariff.night'),
    createChoiceInput('charging', 'Where will the car charge?', { home: 'At home', public: 'At public chargers' }, 'home'),
    {
      ...createPriceInput('carPrice', 'Price for the car'),
      isOptional: true,
      help: 'Leave blank to use the price at night. If you charge in public, enter the price of the chargers.',
    },
    createPriceInput('plainPrice', 'Flat rate', 'cap.electricity'),
    { ...createPriceInput('carOnlyHousePrice', 'Car-only tariff: price for the house'), isOptional: true },
    { ...createPriceInput('carOnlyPrice', 'Car-only tariff: price for the car'), isOptional: true },
    ...createThreeRateInputs(HOME_TARIFF, 'your home’s electricity', { cheap: '31', peak: '15' }),
    {
      ...createNumberInput('standingCharge', 'Standing charge', 'p/day', 0, 500),
      defaults: [{ referenceKey: 'cap.electricity-standing' }],
    },
  ],
  check: (values): InputErrors => ({
    ...checkNation(values),
    ...checkThreeRates(values),
    ...(values.text('charging') === 'public' && !values.has('carPrice') ? { carPrice: 'Enter the price of the public chargers.' } : {}),
    ...(values.has('carOnlyPrice') && !values.has('carOnlyHousePrice')
      ? { carOnlyHousePrice: 'Enter the price for the house as well, to compare the car-only tariff.' }
      : {}),
  }),
  calculate(values, referenceValues) {
    const threeRates = readThreeRates(values, HOME_TARIFF, referenceValues)
    const housePence = values.optionalNumber('carOnlyHousePrice')
    const carPence = values.optionalNumber('carOnlyPrice')
    const result = calculateCarAndTariff(
      {
        mpg: values.number('mpg'),
        pumpPencePerLitre: values.number('pumpPrice'),
        kwhPerMile: values.number('kWhPerMile'),
        efficiency: values.number('efficiency'),
        isEfficiencyAssumed: values.isDefault('efficiency'),
        milesPerYear: values.number('miles'),
        chargesInPublic: values.text('charging') === 'public',
        houseKwh: values.number('use'),
        nightShare: values.number('nightShare'),
        dayPencePerKwh: values.number('dayPrice'),
        nightPencePerKwh: values.number('nightPrice'),
        carPencePerKwh: values.optionalNumber('carPrice') ?? values.number('nightPrice'),
        plainPencePerKwh: values.number('plainPrice'),
        standingPencePerDay: values.number('standingCharge'),
        threeRates,
        carOnly:
          housePence === undefined || carPence === undefined ? undefined : { housePencePerKwh: housePence, carPencePerKwh: carPence },
      },
      referenceValues,
    )
    const warnings = [...findPublicPrice(values), ...result.warnings]
    return { result: { ...result, warnings }, details: threeRates ? { sums: [formatAverageSum(threeRates)] } : {} }
  },
}

/** Questions a price for the car at home that is above the flat rate, because it is likely one of public chargers. */
function findPublicPrice(values: ToolValues): ToolWarning[] {
  const [carPence, plainPence] = [values.optionalNumber('carPrice'), values.number('plainPrice')]
  if (carPence === undefined || carPence <= plainPence || values.text('charging') === 'public') return []
  const format = (pence: number) => `${formatNumber(pence, DEFAULT_LANGUAGE, 2)}p`
  return [
    {
      code: 'price-of-public-chargers',
      message: `Is ${format(carPence)} the price of public chargers? It is above the flat rate, at which the car charges for ${format(plainPence)} in this comparison. If it is, choose “At public chargers”.`,
    },
  ]
}

/** Powers of common chargers. As currents they are unusual, so a reader who enters one means kW. */
const CHARGER_KILOWATTS = [3, 3.6, 3.7, 7, 7.2, 7.4, 11, 22]

/** A home whose kettle runs takes more than this, so less is likely a power in kW. */
const MIN_HOUSE_AMPS = 13

export const supplyTool: Tool = {
  name: 'supply',
  title: 'Fuse, charger and inverter',
  about: 'Whether the network operator must agree first, and how much power load management leaves for the car.',
  inputs: [
    {
      ...createNumberInput('house', 'Peak current of the house', 'A', 0, 200),
      defaults: [{ value: '45' }],
      help: 'In A and not in kW: a shower of 10 kW takes 43 A. Count what runs at the same time.',
    },
    {
      ...createNumberInput('charger', 'Charger', 'A', 0, 100),
      defaults: [{ value: '32' }],
      help: 'A charger of 7.4 kW on one phase takes 32 A.',
    },
    { ...createNumberInput('fuse', 'Main fuse', 'A', 16, 200), defaults: [{ value: '80' }] },
    { ...createNumberInput('limit', 'Load management limit', 'A', 6, 200), isOptional: true },
    createChoiceInput('phases', 'Phases', { 1: 'One', 3: 'Three' }, '1'),
    {
      ...createChoiceInput('chargerPhases', 'Phases of the charger', { 1: 'One', 3: 'Three' }, '3'),
      when: { phases: ['3'] },
      help: 'A charger of 7.4 kW uses one, one of 11 or 22 kW three.',
    },
    { ...createNumberInput('inverter', 'Solar inverter and battery together', 'kW', 0, 100), defaults: [{ value: '0' }] },
  ],
  check(values): InputErrors {
    const [limitAmps, fuseAmps] = [values.optionalNumber('limit'), values.number('fuse')]
    const [house, charger] = [values.number('house'), values.number('charger')]
    const amps = Math.round(charger / convertAmpsToKilowatts(1, values.text('phases') === '3' ? 3 : 1))
    return {
      ...(house < MIN_HOUSE_AMPS
        ? {
            house: `A kettle alone takes ${MIN_HOUSE_AMPS} A. Enter the current in A and not the power: ${formatNumber(house)} kW are about ${Math.round(house / convertAmpsToKilowatts(1))} A.`,
          }
        : {}),
      ...(CHARGER_KILOWATTS.includes(charger)
        ? { charger: `Enter the current in A and not the power: ${formatNumber(charger)} kW is about ${amps} A.` }
        : {}),
      ...(limitAmps !== undefined && limitAmps > fuseAmps
        ? { limit: `The limit must not be above the main fuse, ${formatNumber(fuseAmps)} A.` }
        : {}),
    }
  },
  calculate(values, referenceValues) {
    const phases = values.text('phases') === '3' ? 3 : 1
    const { answers, isConsentAvoided, ...result } = calculateSupply(
      {
        houseAmps: values.number('house'),
        chargerAmps: values.number('charger'),
        fuseAmps: values.number('fuse'),
        limitAmps: values.optionalNumber('limit'),
        phases,
        chargerPhases: readChargerPhases(values.text('phases'), values.text('chargerPhases')),
        inverterKw: values.number('inverter'),
      },
      referenceValues,
    )
    return { result, details: { answers, isConsentAvoided } }
  },
}

export const grantsTool: Tool = {
  name: 'grants',
  title: 'Which grants can I get?',
  about: 'Grants and tax reliefs for your plans in your nation: how much, until when, and why you may not qualify.',
  inputs: [
    postcodeInput,
    nationInput,
    createChoiceInput(
      'tenure',
      'Your home',
      { owner: 'I own and live in it', landlord: 'I let it', tenant: 'I rent it', social: 'Council or housing association' },
      'owner',
    ),
    createChoiceInput(
      'fuel',
      'Heating today',
      { gas: 'Mains gas', oil: 'Oil', lpg: 'LPG', coal: 'Coal', electric: 'Direct electric', 'heat-pump': 'A heat pump' },
      'gas',
    ),
    {
      ...createFlagInput('offGasGrid', 'Off the gas grid'),
      defaults: [...['oil', 'lpg', 'coal'].map((fuel) => ({ value: '1', when: { fuel } })), { value: '0' }],
    },
    createFlagInput('rural', 'Rural area or island'),
    createFlagInput('flat', 'A flat'),
    createChoiceInput(
      'parking',
      'Where you park',
      { unknown: 'Not answered', own: 'My own space off the street', street: 'On the street', none: 'Elsewhere, or no car' },
      'unknown',
    ),
    createFlagInput('channel', 'On-street parking with a cable channel'),
    createFlagInput('panels', 'Solar panels already'),
    {
      ...createChoicesInput('plans', 'What are you planning?', {
        'air-to-water': 'Heat pump, air to water',
        'ground-source': 'Heat pump, ground source',
        'air-to-air': 'Heat pump, air to air',
        biomass: 'Biomass boiler',
        insulation: 'Insulation',
        solar: 'Solar panels',
        battery: 'Battery',
        charger: 'Charge point',
        'electric-car': 'Electric car',
      }),
      example: 'air-to-water,insulation',
    },
    { name: 'date', label: 'Date of the work', unit: '', kind: 'date', isOptional: true, help: 'Leave blank to use today’s rules.' },
  ],
  check: checkNation,
  calculate(values, referenceValues) {
    const inputs: GrantInputs = {
      nation: getNation(values),
      tenure: values.choice('tenure', TENURES),
      fuel: values.choice('fuel', REPLACED_FUELS),
      isOffGasGrid: values.flag('offGasGrid'),
      isRural: values.flag('rural'),
      isFlat: values.flag('flat'),
      parking: values.choice('parking', PARKING_PLACES),
      hasPavementChannel: values.flag('channel'),
      hasPanels: values.flag('panels'),
      plans: values.choices('plans', GRANT_MEASURES),
      day: values.text('date') || referenceValues.day,
    }
    const trackedValues = trackReferenceValueUse(referenceValues)
    const lowIncomeRoutes = listLowIncomeRoutes(inputs, trackedValues)
    const { grants, ...result } = calculateGrants(inputs, referenceValues)
    const referenceKeys = [...new Set([...result.referenceKeys, ...trackedValues.usedKeys()])]
    return { result: { ...result, referenceKeys }, details: { grants, lowIncomeRoutes } }
  },
}
