/** Page texts of `car-and-tariff` and `supply`. */
import type { ToolText } from './tool-text.policy.ts'

export const carAndTariffText: ToolText = {
  category: 'electric-vehicles',
  picture: 'articles/which-tariff-for-a-car',
  results: {
    nightTariff: 'House and car, night tariff',
    plainTariff: 'House and car, plain rate',
    carOnlyTariff: 'House and car, tariff for the car alone',
    parityPrice: 'Public charging costs as much as petrol at',
    breakEvenMiles: 'Night tariff pays from, in a year',
    breakEvenCarEnergy: 'That is, charged at home',
    petrolCost: 'Petrol for the same miles',
    carEnergy: 'The car takes in a year',
  },
  main: ['nightTariff', 'plainTariff', 'parityPrice'],
  breakEven: ['parityPrice', 'breakEvenMiles'],
  minor: ['efficiency', 'carPrice', 'plainPrice', 'carOnlyHousePrice', 'carOnlyPrice', 'standingCharge'],
  formula: [
    'Car = miles × kWh a mile ÷ charging efficiency.',
    'Year = house by day × day price + house at night × night price + car × its price + 365 × standing charge.',
    'Break-even = house × [(1 − s)(day − plain) − s(plain − night)] ÷ (plain − night), s being the house’s share at night.',
    'Parity = (4.546 ÷ mpg × pump price) × efficiency ÷ kWh a mile. Low and high: the charging efficiency at the ends of its range.',
  ],
  leavesOut: [
    'Insurance, tyres, tax and what either car loses in value.',
    'Winter, when an electric car needs a fifth to a third more.',
    'Charging away from home, which the parity price is for.',
  ],
  guides: ['which-tariff-for-a-car', 'charging-without-a-driveway', 'winter-range'],
  next: ['supply', 'battery', 'grants'],
  products: () => ({
    category: 'electric-vehicles',
    ranges: {},
    about: 'Electric cars in our catalogue; each page fills this sum with its own consumption.',
  }),
}

export const supplyText: ToolText = {
  category: 'ev-chargers',
  picture: 'articles/one-phase-or-three',
  results: {
    peak: 'Most that is drawn at once',
    unmanagedPeak: 'Without load management',
    peakPower: 'As power',
    chargingCurrent: 'Left for the car',
    chargingPower: 'Power for the car',
    inverterLimit: 'Inverter without asking first',
  },
  main: ['peak', 'chargingPower', 'inverterLimit'],
  breakEven: [],
  minor: [],
  formula: [
    'Peak = house + charger. Above 60 A (13.8 kVA) or above the fuse the network operator is asked first; otherwise told within 28 days.',
    'With load management the charger has the limit less what the house draws.',
    'Inverter: up to 16 A a phase (3.68 or 11.04 kW) may be connected and told afterwards (G98), all generation and storage on the site counted together.',
  ],
  leavesOut: [
    'A looped supply, which many older terraces share with a neighbour: the operator comes first there.',
    'The size of the cable in the street. Your electrician reads the fuse and the earthing on the spot.',
    'A heat pump or shower that comes later: add it to the house.',
  ],
  guides: ['home-charger-checklist', 'one-phase-or-three'],
  next: ['car-and-tariff', 'solar', 'battery'],
  products: ({ chargingPower }) => ({
    category: 'ev-chargers',
    ranges: { charging_power: { max: Math.max(4, Math.ceil(chargingPower?.middle ?? 0)) } },
    about: 'Chargers that fit what is left for the car.',
  }),
}
