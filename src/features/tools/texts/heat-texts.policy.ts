/** Page texts of `heat-pump`, `heat-loss`, `radiators`, `insulation` and `noise`. */
import type { ToolText } from './tool-text.policy.ts'

const HEAT_PUMPS = 'home-efficiency'
/** Excludes ventilation products of the same category; air-to-water heat pumps for homes start above this. */
const MIN_HEAT_PUMP_KW = 2

export const heatPumpText: ToolText = {
  category: HEAT_PUMPS,
  picture: 'articles/heat-pump-running-costs',
  results: {
    gain: 'Cheaper to run by',
    breakEvenScop: 'Costs less from this SCOP on',
    scop: 'SCOP reckoned with',
    grant: 'Grant',
    payback: 'Payback',
    paybackBesideBoiler: 'Payback, beside a new boiler',
    carbonSaved: 'Carbon saved in a year',
  },
  main: ['gain', 'payback', 'carbonSaved'],
  breakEven: ['breakEvenScop'],
  minor: ['efficiency', 'standingCharge', 'offGasGrid'],
  formula: [
    'Heat = fuel × efficiency of the boiler; electricity = heat ÷ SCOP.',
    'Gain = fuel × its price (+ 365 × standing charge, if the meter goes) − electricity × its price.',
    'Break-even SCOP = price of electricity ÷ price of the fuel × efficiency; with the meter gone, electricity’s price × heat ÷ all that the fuel cost.',
    'Payback = (quote − grant) ÷ gain. Beside a boiler, what a new boiler would cost is taken off first.',
    'Low and high: the boiler’s efficiency and the SCOP at the ends of their ranges, all combined.',
  ],
  leavesOut: [
    'New radiators and pipes, unless they are in your quote.',
    'Tariffs made for heat pumps, and a warmer house than before.',
    'What the boiler would need in repairs, and what either one is worth when you sell.',
  ],
  guides: ['heat-pump-running-costs', 'heat-pump-price-and-payback', 'a-tonne-at-home'],
  next: ['heat-loss', 'radiators', 'noise', 'grants'],
  products: () => ({
    category: HEAT_PUMPS,
    ranges: { heat_output: { min: MIN_HEAT_PUMP_KW } },
    about: 'Heat pumps in our catalogue. Which size is right, the sum for heat loss says.',
  }),
}

export const heatLossText: ToolText = {
  category: HEAT_PUMPS,
  picture: 'articles/draughts-and-fresh-air',
  results: {
    load: 'Heat pump that the home needs',
    heatLossCoefficient: 'Lost for each degree',
    spaceHeating: 'Heat for the rooms in a year',
    hotWater: 'Heat for hot water in a year',
    fabricLoss: 'Through walls, windows and roof',
    ventilationLoss: 'With the air',
  },
  main: ['load', 'heatLossCoefficient'],
  breakEven: [],
  minor: ['degreeDays', 'efficiency', 'airChanges', 'indoor', 'design'],
  formula: [
    'From the meter: hot water = 365 × (25 × people + 36) litres × 4.19 × 37 ÷ 3600; rooms = fuel × efficiency − hot water.',
    'Loss for each degree = rooms × 1000 ÷ (24 × degree-days).',
    'From the fabric: loss for each degree = Σ U × area + 0.33 × air changes × volume.',
    'Load = loss for each degree × (indoors − coldest day) ÷ 1000.',
    'Low and high: × 0.85 and × 1.2. A quote outside × 0.7 to × 1.5 is worth a question, and no verdict.',
  ],
  leavesOut: [
    'Room by room: an installer’s design follows BS EN 12831-1, as MIS 3005-D asks. This is a check, not a design.',
    'Gas for cooking, sun through the windows and heat from people are in the meter, and not taken out.',
    'Rooms that are heated differently from the rest.',
  ],
  guides: ['heat-pump-running-costs', 'reading-an-epc', 'draughts-and-fresh-air'],
  next: ['radiators', 'heat-pump', 'quote-check'],
  products: ({ load }) =>
    load?.low && load.high
      ? {
          category: HEAT_PUMPS,
          ranges: { heat_output: { min: Math.floor(load.low), max: Math.ceil(load.high * 1.5) } },
          about: `Heat pumps of ${Math.floor(load.low)} to ${Math.ceil(load.high * 1.5)} kW, which a home like this may need.`,
        }
      : undefined,
}

export const radiatorsText: ToolText = {
  category: HEAT_PUMPS,
  picture: 'tools/radiators',
  results: { flowTemperature: 'Hottest flow that the house needs' },
  main: ['flowTemperature'],
  breakEven: [],
  minor: [],
  formula: [
    'Output = catalogue output at ΔT 50 × (ΔT ÷ 50)^1.3 (EN 442).',
    'Flow = room + 50 × (loss ÷ catalogue output)^(1 ÷ 1.3) + 2.5, with a return 5 K below the flow.',
    'The house needs the flow of its worst room. Low and high: the rooms’ losses × 0.85 and × 1.2.',
  ],
  leavesOut: [
    'Floor heating, fan convectors and radiators behind a sofa or a cover.',
    'Pipes that are too narrow for the water that a heat pump moves.',
    'Hot water, which is made at another temperature.',
  ],
  guides: ['heat-pump-running-costs'],
  next: ['heat-loss', 'heat-pump'],
}

export const insulationText: ToolText = {
  category: HEAT_PUMPS,
  picture: 'articles/loft-insulation-done-well',
  results: { saving: 'Saved in a year', payback: 'Payback', fuel: 'Fuel saved in a year', energy: 'Heat saved in a year' },
  main: ['saving', 'payback', 'fuel'],
  breakEven: [],
  minor: ['degreeDays', 'efficiency'],
  formula: [
    'Heat = area × (U before − U after) × 24 × degree-days ÷ 1000.',
    'Fuel = heat ÷ efficiency; £ = fuel × price; payback = cost ÷ £.',
    'Low: × 0.6, as part of the warmth is taken as comfort and real walls lose less than tables say. High: the formula’s own value.',
  ],
  leavesOut: [
    'Draughts that the job stops as well, and cold bridges that it leaves.',
    'Damp: fresh air and repairs come before insulation.',
    'A grant, which shortens the payback.',
  ],
  guides: ['loft-insulation-done-well', 'walls-and-windows', 'draughts-and-fresh-air'],
  next: ['grants', 'which-first', 'heat-loss'],
}

export const noiseText: ToolText = {
  category: HEAT_PUMPS,
  picture: 'articles/heat-pump-noise',
  results: { level: 'At the neighbour’s window', limit: 'Limit', distanceForLimit: 'Quiet enough from this distance on' },
  main: ['level', 'distanceForLimit'],
  breakEven: ['distanceForLimit'],
  minor: ['power2', 'barrier'],
  formula: [
    'Level = sound power + 10 × log₁₀(Q ÷ (4πr²)) + barrier; Q is 2 on open ground, 4 before a wall, 8 in a corner.',
    'Two units: 10 × log₁₀ of their powers summed. The limit is 37 dB(A), one metre before the window (MCS 020(a), England).',
    'For a reader the level is rounded up, never down.',
  ],
  leavesOut: [
    'Sound that walls nearby throw back, hums that carry further than hisses, and a quiet night mode.',
    'What a barrier takes off: the standard has it by kind.',
    'Neighbours’ agreement, which a word beforehand does more for than any sum.',
  ],
  guides: ['heat-pump-noise'],
  next: ['heat-pump', 'quote-check'],
  products: ({ level, limit }, input) => {
    const power = Number(input('power').replaceAll(',', ''))
    if (level?.middle == null || limit?.middle == null || !Number.isFinite(power)) return undefined
    const maxPower = Math.floor(power + limit.middle - level.middle)
    return {
      category: HEAT_PUMPS,
      ranges: { noise: { max: maxPower }, heat_output: { min: MIN_HEAT_PUMP_KW } },
      about: `Heat pumps with a sound power of up to ${maxPower} dB(A): in that place they keep within the limit.`,
    }
  },
}
