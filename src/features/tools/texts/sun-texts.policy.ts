/** Defines the page texts of `solar` and `battery`. */
import type { ToolText } from './tool-text.policy.ts'

export const solarText: ToolText = {
  category: 'solar-panels',
  picture: 'articles/one-roof-twelve-months',
  results: {
    saving: 'Worth to you in a year',
    generation: 'Generated in a year',
    selfUse: 'Used in your home',
    lost: 'Of that, lost in the battery',
    standby: 'Bought for the battery’s own draw',
    selfUseShare: 'Share used in your home',
    ceiling: 'Maximum share with any battery',
    exported: 'Exported',
    bought: 'Bought from the grid',
    carbonSaved: 'Carbon saved in a year',
  },
  main: ['saving', 'generation', 'selfUse', 'lost'],
  breakEven: ['ceiling'],
  minor: [],
  formula: [
    'Each month: 0.8 × kWp × shade × 0.024 × days × sun on the slope (SAP 10.2, Appendices U3 and M1).',
    'Used = generated × min(exp(−C1 × (generated ÷ use × C2)^C3), use ÷ generated), where C1 to C3 follow from the battery’s size.',
    'Maximum share = Σ min(generated, use) ÷ Σ generated, by month: no battery can exceed it.',
    '£ = (used − lost in the battery) × import rate + exported × export rate. A battery loses 10% (7 to 15%) of what goes through it, and draws some power all year: you buy both.',
    'Low and high: a poor year (× 0.9) and a better one (× 1.1), each with use in your home 20% lower or higher.',
  ],
  leavesOut: [
    'Ageing panels (about 0.5% a year) and a new inverter after 12 to 15 years.',
    'Shade that moves over the day: a roof survey measures it.',
    'The price of the panels, and changing energy prices.',
  ],
  guides: ['one-roof-twelve-months', 'solar-and-battery-by-region', 'what-your-export-earns', 'shade-on-the-roof', 'reading-a-solar-quote'],
  next: ['battery', 'quote-check', 'supply'],
  products: () => ({ category: 'solar-panels', ranges: {}, about: 'Solar panels in our catalogue.' }),
}

export const batteryText: ToolText = {
  category: 'battery-storage',
  picture: 'articles/battery-without-solar',
  results: {
    saving: 'You save in a year',
    payback: 'Payback',
    standbyCost: 'Of that, deducted for the battery’s own draw',
    breakEvenPrice: 'Break-even charging price',
    warrantyEnergy: 'Energy under the warranty',
  },
  main: ['saving', 'payback'],
  breakEven: ['breakEvenPrice'],
  minor: ['efficiency', 'meanPrice', 'years', 'throughput', 'inAndOut', 'cycles', 'meanState'],
  formula: [
    'Charged at night: energy × (day price − night price ÷ efficiency) − 8.76 × the battery’s own draw in watts × average price.',
    'Charged by solar: energy × (efficiency × import rate − export rate) − 8.76 × own draw in watts × import rate, where energy is the extra generation that you use.',
    'Payback = price ÷ saving. Warranty: the lowest of years × energy, its energy limit, and cycles × size × average capacity.',
    'A limit that counts charging and discharging is divided by (1 + 1 ÷ efficiency). Low and high: the efficiency and the own draw, unless you enter them, at the ends of their ranges.',
  ],
  leavesOut: [
    'Loss of capacity of 2 to 3% a year, interest, and a replacement inverter.',
    'Backup power in a power cut, and payments for grid services.',
    'Changing tariffs: the break-even price shows how far they can move.',
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
      about: `Batteries of ${min} to ${max} usable kWh, which suit this amount of energy a day.`,
    }
  },
}
