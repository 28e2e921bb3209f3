/** Page texts of `solar` and `battery`. */
import type { ToolText } from './tool-text.policy.ts'

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
