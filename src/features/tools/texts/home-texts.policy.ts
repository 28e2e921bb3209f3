/** Tools of sun, cars, cables, quotes and grants. */
import type { ToolText } from './tool-text.policy.ts'

const HOME = 'home-efficiency'

export const solarText: ToolText = {
  category: 'solar-panels',
  picture: 'articles/one-roof-twelve-months',
  results: {
    saving: 'Worth in a year',
    generation: 'Made in a year',
    selfUse: 'Of it you use',
    selfUseShare: 'That is, of what is made',
    ceiling: 'No battery gets you past',
    exported: 'Sold',
    bought: 'Still bought',
    carbonSaved: 'Carbon saved in a year',
  },
  main: ['saving', 'generation', 'selfUse'],
  breakEven: ['ceiling'],
  minor: [],
  formula: [
    'Each month: 0.8 × kWp × shade × 0.024 × days × sun on the slope (SAP 10.2, Appendices U3 and M1).',
    'Used = made × min(exp(−C1 × (made ÷ use × C2)^C3), use ÷ made), where C1 to C3 follow from the battery’s size.',
    'Ceiling = Σ min(made, used in the house) ÷ Σ made: no battery gets a house past it.',
    '£ = used × price you pay + sold × price you are paid.',
    'Low and high: a poor year (× 0.9) and a better estimate (× 1.1), each with habits 20% either way.',
  ],
  leavesOut: [
    'Panels that age (about half a per cent a year) and an inverter after some 12 to 15 years.',
    'Shade that moves over the day: a survey on the roof sees it.',
    'What you pay for the panels, and prices that change.',
  ],
  guides: ['one-roof-twelve-months', 'what-your-export-earns', 'shade-on-the-roof', 'reading-a-solar-quote'],
  next: ['battery', 'quote-check', 'supply'],
  products: () => ({ category: 'solar-panels', ranges: {}, about: 'Panels that such a roof can be made of.' }),
}

export const batteryText: ToolText = {
  category: 'battery-storage',
  picture: 'articles/battery-without-solar',
  results: {
    saving: 'Saved in a year',
    payback: 'Payback',
    breakEvenPrice: 'Saves nothing once it is filled at',
    warrantyEnergy: 'Energy under the warranty',
  },
  main: ['saving', 'payback'],
  breakEven: ['breakEvenPrice'],
  minor: ['efficiency', 'standby', 'meanPrice', 'years', 'throughput', 'inAndOut', 'cycles', 'meanState'],
  formula: [
    'By night: energy × (day price − night price ÷ efficiency) − 8.76 × standby watts × mean price.',
    'By sun: energy × (efficiency × price you pay − price you are paid), the energy being what more of your own you use.',
    'Payback = price ÷ saving. Warranty: the least of years × energy, its limit on energy, and cycles × size × mean usable share.',
    'A limit on what goes in and out is ÷ (1 + 1 ÷ efficiency) of what comes out. Low and high: the efficiency at the ends of its range.',
  ],
  leavesOut: [
    'Fade of 2 to 3% a year, interest, and an inverter that may need replacing.',
    'What it is worth to you in a power cut, and payments for helping the grid.',
    'Tariffs that change: the break-even price says how far they may.',
  ],
  guides: ['battery-without-solar', 'how-big-a-battery', 'reading-a-battery-warranty', 'where-a-battery-may-go'],
  next: ['solar', 'car-and-tariff', 'quote-check'],
  products: (_, input) => {
    const size = Number(input('size')) || Math.max(0, Math.round(Number(input('energy').replaceAll(',', '')) / 365))
    if (!size) return undefined
    const [min, max] = [Math.floor(size * 0.7), Math.ceil(size * 1.5)]
    return {
      category: 'battery-storage',
      ranges: { usable_capacity: { min, max } },
      about: `Batteries of ${min} to ${max} usable kWh, which move about as much in a day.`,
    }
  },
}

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

export const quoteCheckText: ToolText = {
  category: 'solar-panels',
  picture: 'articles/reading-a-solar-quote',
  results: {
    yieldPerKwp: 'Yield of such a roof',
    ceiling: 'Share of your own that can be used, at most',
    pricePerKwp: 'Usual price for a kilowatt',
    scop: 'SCOP at that flow temperature',
    size: 'Size that fits the heat loss',
  },
  main: ['yieldPerKwp', 'pricePerKwp', 'ceiling'],
  breakEven: [],
  minor: ['inverter', 'phases', 'g99'],
  formula: [
    'Yield: outside SAP × 0.9 to × 1.15 for the region and slope is worth a question.',
    'Own use: more than you use in a year, or a share above Σ min(made, used) ÷ Σ made, is impossible.',
    'Price: outside the official median ± 25% is worth a question. Inverter: above 3.68 kW a phase without G99 as well.',
    'Heat pump: size outside × 0.7 to × 1.5 of the heat loss, a SCOP above the usual range for the flow, or no flow temperature.',
    'Prices rising by more than 3% a year, VAT that is not 0%, and lines that are missing.',
  ],
  leavesOut: [
    'Whether the firm is good. Ask for two addresses where they have worked.',
    'Make and model: compare those line by line in the catalogue.',
    'A question is no accusation. Good installers have the answer.',
  ],
  guides: ['reading-a-solar-quote', 'heat-pump-price-and-payback', 'reading-a-battery-warranty'],
  next: ['solar', 'heat-loss', 'grants'],
}

export const grantsText: ToolText = {
  category: HOME,
  picture: 'tools/grants',
  results: { total: 'Money towards what you plan' },
  main: ['total'],
  breakEven: [],
  minor: ['offGasGrid', 'rural', 'flat', 'channel', 'date'],
  formula: [
    'Each scheme’s own rules on nation, tenure and what is replaced, with its sum on the day of the work.',
    'A home gets one grant for its heating, whatever it weighs up. High counts what is still open as well.',
  ],
  leavesOut: [
    'Schemes for low incomes (Warm Homes: Local Grant, ECO4, Nest, Warmer Homes Scotland): your council or nation’s advice line knows.',
    'What your supplier or council adds.',
    'No sum of money is promised here: each scheme decides by itself.',
  ],
  guides: ['grants-in-four-nations', 'homes-in-scotland', 'homes-in-wales-and-northern-ireland'],
  next: ['heat-pump', 'insulation', 'which-first'],
}

export const whichFirstText: ToolText = {
  category: HOME,
  picture: 'tools/which-first',
  results: { cost: 'Jobs within the budget cost', saving: 'They save in a year', carbonSaved: 'Carbon saved in a year' },
  main: ['cost', 'saving', 'carbonSaved'],
  breakEven: [],
  minor: ['region', 'efficiency', 'fuelPrice', 'electricityPrice', 'export', 'epc'],
  formula: [
    'Each job is reckoned with the sum of its own tool, on usual areas and prices for such a home.',
    'They stand by payback, shortest first; a heat pump stands behind the fabric that is worth doing; what never pays back stands last.',
    'EPC points: SAP’s saving at SAP’s own prices, from your score of today (SAP 10.2; the reformed EPC is due in the second half of 2027).',
  ],
  leavesOut: [
    'Each job is reckoned alone: together they save less than their sum.',
    'The state of the house. Damp and a leaking roof come before all of this.',
    'Scaffolding that two jobs can share, which may change the order.',
  ],
  guides: ['loft-insulation-done-well', 'draughts-and-fresh-air', 'walls-and-windows', 'a-tonne-at-home'],
  next: ['insulation', 'heat-pump', 'solar', 'grants'],
}
