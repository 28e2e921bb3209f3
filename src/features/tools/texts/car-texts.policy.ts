/** Defines the page texts of `car-and-tariff` and `supply`. */
import {
  MAX_SOCKET_AMPS,
  MIN_CHARGING_AMPS,
  convertAmpsToKilowatts,
  isSocketCharger,
  readChargerPhases,
} from '#features/tools/sums/supply.policy.ts'
import type { ToolText } from './tool-text.policy.ts'

export const carAndTariffText: ToolText = {
  category: 'electric-vehicles',
  picture: 'articles/which-tariff-for-a-car',
  results: {
    nightTariff: 'Home and car on a night tariff',
    plainTariff: 'Home and car on a flat rate',
    carOnlyTariff: 'Home and car on a car-only tariff',
    threeRateTariff: 'Home and car on a heat pump tariff',
    tariffPrice: 'Average price for the home on the heat pump tariff',
    parityPrice: 'Public charging matches petrol at',
    breakEvenMiles: 'Break-even mileage in a year',
    breakEvenCarEnergy: 'Home charging at that mileage',
    carCost: 'Charging the car for the miles',
    petrolCost: 'Petrol for the same miles',
    carEnergy: 'Electricity for the car in a year',
  },
  main: ['nightTariff', 'plainTariff', 'parityPrice'],
  breakEven: ['parityPrice', 'breakEvenMiles'],
  minor: [
    'efficiency',
    'carPrice',
    'plainPrice',
    'carOnlyHousePrice',
    'carOnlyPrice',
    'cheapPrice',
    'standardPrice',
    'peakPrice',
    'cheapShare',
    'peakShare',
    'standingCharge',
  ],
  formula: [
    'Car = miles × kWh a mile ÷ charging efficiency.',
    'Year = house by day × day price + house at night × night price + car × its price + 365 × standing charge.',
    'Break-even = house × [(1 − s)(day − flat) − s(flat − night)] ÷ (flat − car price), where s is the house’s share at night.',
    'Heat pump tariff = house × (cheap share × cheap price + peak share × peak price + the rest × normal price) + car × cheap price + 365 × standing charge.',
    'Charging the car = its electricity × its price: compare it with petrol. The tariffs have the home in them too.',
    'Parity = (4.546 ÷ mpg × pump price) × efficiency ÷ kWh a mile. Low and high: the charging efficiency, unless you enter it, at the ends of its range.',
  ],
  leavesOut: [
    'Insurance, tyres, tax and what either car loses in value.',
    'Winter, when an electric car needs a fifth to a third more.',
    'A mix of charging at home and away. Compare a public price with the one at which public charging matches petrol.',
  ],
  guides: ['which-tariff-for-a-car', 'charging-without-a-driveway', 'public-charging', 'winter-range'],
  next: ['supply', 'battery', 'grants'],
  products: () => ({
    category: 'electric-vehicles',
    ranges: {},
    about: 'Electric cars in our catalogue. Each product page can fill in this calculator for you.',
  }),
}

const MAX_SOCKET_KW = convertAmpsToKilowatts(MAX_SOCKET_AMPS)
/** Rounds up to 0.1 kW, because 32 A are 7.36 kW and the chargers are sold as 7.4 kW. */
const roundPowerUp = (kilowatts: number) => Math.ceil(kilowatts * 10 - 1e-9) / 10

export const supplyText: ToolText = {
  category: 'ev-chargers',
  picture: 'articles/one-phase-or-three',
  results: {
    peak: 'Peak current',
    unmanagedPeak: 'Without load management',
    peakPower: 'Peak power',
    chargingCurrent: 'Current left for the car',
    chargingPower: 'Power for the car',
    inverterLimit: 'Largest inverter without prior consent',
  },
  main: ['peak', 'chargingPower', 'inverterLimit'],
  breakEven: [],
  minor: [],
  formula: [
    'Peak = house + charger. Above 60 A (13.8 kVA) or above the fuse the network operator must agree first; otherwise it is notified within 28 days.',
    'Left for the car = the fuse, or the limit of load management, minus what the house uses.',
    'Inverter: up to 16 A a phase (3.68 or 11.04 kW) may be connected and notified afterwards (G98). All generation and storage on the site counts together.',
  ],
  leavesOut: [
    'A looped supply, which many older terraces share with a neighbour. Ask the network operator first.',
    'The size of the cable in the street. Your electrician checks the fuse and the earthing on site.',
    'A heat pump or electric shower that you add later: include it in the house’s peak.',
  ],
  guides: ['home-charger-checklist', 'one-phase-or-three'],
  next: ['car-and-tariff', 'solar', 'battery'],
  products: ({ chargingCurrent, chargingPower }, input) => {
    if ((chargingCurrent?.middle ?? 0) < MIN_CHARGING_AMPS) return undefined
    const chargerAmps = Number(input('charger'))
    const phases = readChargerPhases(input('phases'), input('chargerPhases'))
    const isManaged = input('limit') !== ''
    const max = roundPowerUp(isManaged ? convertAmpsToKilowatts(chargerAmps, phases) : (chargingPower?.middle ?? 0))
    // A charger for a socket is offered only to readers who ask about one.
    const min = isSocketCharger(chargerAmps, phases) ? undefined : MAX_SOCKET_KW
    if (min !== undefined && max <= min) return undefined
    return {
      category: 'ev-chargers',
      ranges: { charging_power: { ...(min === undefined ? {} : { min }), max } },
      about: isManaged
        ? 'Chargers up to the power of yours. Ask whether they take part in load management, which limits them to what is left.'
        : 'Chargers that fit the power left for the car.',
    }
  },
}
