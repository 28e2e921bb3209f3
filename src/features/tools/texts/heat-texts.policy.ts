/** Defines the page texts of `heat-pump`, `heat-loss`, `radiators`, `insulation` and `noise`. */
import type { ToolText } from './tool-text.policy.ts'

const HEAT_PUMP_CATEGORY = 'home-efficiency'
/** Minimum heat output in kW, which excludes the ventilation products in the same category; heat pumps for homes start above it. */
const MIN_HEAT_PUMP_KW = 2

export const heatPumpText: ToolText = {
  category: HEAT_PUMP_CATEGORY,
  picture: 'articles/heat-pump-running-costs',
  results: {
    gain: 'You save in a year',
    breakEvenScop: 'Break-even SCOP',
    scop: 'SCOP used',
    grant: 'Grant',
    payback: 'Payback',
    paybackBesideBoiler: 'Payback compared with a new gas boiler',
    carbonSaved: 'Carbon saved in a year',
    tariffSaving: 'The heat pump tariff saves in a year',
    tariffPrice: 'Average price on the heat pump tariff',
    electricity: 'Electricity for the heat pump in a year',
  },
  main: ['gain', 'payback', 'carbonSaved'],
  breakEven: ['breakEvenScop'],
  minor: ['efficiency', 'standingCharge', 'offGasGrid', 'cheapPrice', 'standardPrice', 'peakPrice', 'cheapShare', 'peakShare'],
  formula: [
    'Heat = fuel × efficiency of the boiler; electricity = heat ÷ SCOP. Oil and LPG: litres × the heat in a litre.',
    'Saving = fuel × its price (+ 365 × standing charge, if you give up gas completely) − electricity × its price.',
    'Break-even SCOP = price of electricity ÷ price of the fuel × efficiency; without gas, price of electricity × heat ÷ total cost of the fuel.',
    'Heat pump tariff: cheap share × cheap price + peak share × peak price + the rest × normal price, instead of the price of electricity.',
    'Payback = (quote − grant) ÷ saving. The grant of electric homes is that of the kind of heat pump. Compared with a new gas boiler, the cost of that boiler is deducted first.',
    'Low and high: the boiler’s efficiency, the SCOP and the shares of a heat pump tariff at the ends of their ranges, all combined. What you enter has no range.',
  ],
  leavesOut: [
    'New radiators and pipes, unless they are in your quote.',
    'The grant is that of an owner who lives in the home: see which grants you can get.',
    'Keeping the house warmer than before. On a heat pump tariff the rest of your home pays its three prices too: compare them in House, car and tariff.',
    'Boiler repairs, and the effect of either on the value of your home.',
  ],
  guides: ['heat-pump-running-costs', 'heat-pump-price-and-payback', 'heat-pump-tariffs', 'a-tonne-at-home'],
  next: ['heat-loss', 'radiators', 'noise', 'grants'],
  products: () => ({
    category: HEAT_PUMP_CATEGORY,
    ranges: { heat_output: { min: MIN_HEAT_PUMP_KW } },
    about: 'Heat pumps in our catalogue. Use the heat loss calculator to find the right size.',
  }),
}

export const heatLossText: ToolText = {
  category: HEAT_PUMP_CATEGORY,
  picture: 'articles/draughts-and-fresh-air',
  results: {
    load: 'Heat pump size needed',
    heatLossCoefficient: 'Heat loss per degree',
    spaceHeating: 'Room heating in a year',
    hotWater: 'Hot water in a year',
    fabricLoss: 'Loss through walls, windows and roof',
    ventilationLoss: 'Loss through ventilation',
  },
  main: ['load', 'heatLossCoefficient'],
  breakEven: [],
  minor: ['degreeDays', 'efficiency', 'airChanges', 'indoor', 'design'],
  formula: [
    'Oil and LPG: litres × the heat in a litre.',
    'From the meter: hot water = 365 × (25 × people + 36) litres × 4.19 × 37 ÷ 3600; rooms = fuel × efficiency − hot water.',
    'Heat loss per degree = rooms × 1000 ÷ (24 × degree-days).',
    'From the fabric: heat loss per degree = Σ U × area + 0.33 × air changes × volume.',
    'Heat pump size = heat loss per degree × (indoors − coldest day) ÷ 1000.',
    'Low and high: × 0.85 and × 1.2. Ask about a quote outside × 0.7 to × 1.5; it may have a good reason.',
  ],
  leavesOut: [
    'Room-by-room design: installers follow BS EN 12831-1, as MIS 3005-D requires. This is a check, not a design.',
    'Gas for cooking, solar gain and heat from people affect the meter reading and are not deducted.',
    'Rooms that are heated less or more than the rest.',
  ],
  guides: ['heat-pump-suitability', 'heat-pump-running-costs', 'reading-an-epc', 'draughts-and-fresh-air'],
  next: ['radiators', 'heat-pump', 'quote-check'],
  products: ({ load }) => {
    if (!load?.low || !load.middle) return undefined
    // Not beyond the size from which the tool says to ask.
    const [min, max] = [Math.floor(load.low), Math.max(Math.ceil(load.middle), Math.floor(load.middle * 1.5))]
    return {
      category: HEAT_PUMP_CATEGORY,
      ranges: { heat_output: { min, max } },
      about: `Heat pumps of ${min} to ${max} kW, the size that a home like this may need.`,
    }
  },
}

export const radiatorsText: ToolText = {
  category: HEAT_PUMP_CATEGORY,
  picture: 'tools/radiators',
  results: { flowTemperature: 'Flow temperature needed' },
  main: ['flowTemperature'],
  breakEven: [],
  minor: [],
  formula: [
    'Output = catalogue output at ΔT 50 × (ΔT ÷ 50)^1.3 (EN 442).',
    'Flow = room + 50 × (loss ÷ catalogue output)^(1 ÷ 1.3) + 2.5, with a return 5 K below the flow.',
    'The house needs the flow temperature of its worst room. Low and high: the rooms’ losses × 0.85 and × 1.2.',
  ],
  leavesOut: [
    'Floor heating, fan convectors and radiators behind a sofa or a cover.',
    'Pipes that are too narrow for a heat pump’s flow rate.',
    'Hot water, which needs another temperature.',
  ],
  guides: ['heat-pump-running-costs', 'heat-pump-suitability'],
  next: ['heat-loss', 'heat-pump'],
}

export const insulationText: ToolText = {
  category: HEAT_PUMP_CATEGORY,
  picture: 'articles/loft-insulation-done-well',
  results: { saving: 'You save in a year', payback: 'Payback', fuel: 'Fuel saved in a year', energy: 'Heat saved in a year' },
  main: ['saving', 'payback', 'fuel'],
  breakEven: [],
  minor: ['degreeDays', 'efficiency'],
  formula: [
    'Heat = area × (U before − U after) × 24 × degree-days ÷ 1000 × a factor for comfort.',
    'The factor is 0.6 to 1.0, likely 0.8: many homes become warmer instead, and real walls lose less heat than tables assume.',
    'Fuel = heat ÷ efficiency; £ = fuel × price; payback = cost ÷ £. Oil and LPG: price per litre ÷ the heat in a litre.',
  ],
  leavesOut: [
    'Draughts that the job also stops, and thermal bridges that remain.',
    'Damp: fix ventilation and leaks before insulating.',
    'Grants, which shorten the payback.',
    'Your meter, which may show less heat than the tables.',
  ],
  guides: ['loft-insulation-done-well', 'walls-and-windows', 'draughts-and-fresh-air'],
  next: ['grants', 'which-first', 'heat-loss'],
}

export const noiseText: ToolText = {
  category: HEAT_PUMP_CATEGORY,
  picture: 'articles/heat-pump-noise',
  results: { level: 'At the neighbour’s window', limit: 'Limit', distanceForLimit: 'Minimum distance' },
  main: ['level', 'distanceForLimit'],
  breakEven: ['distanceForLimit'],
  minor: ['power2', 'barrier'],
  formula: [
    'Level = sound power + 10 × log₁₀(Q ÷ (4πr²)) − barrier; Q is 2 on open ground, 4 against a wall, 8 in a corner.',
    'Two units: 10 × log₁₀ of their powers summed. The limit is 37 dB(A), one metre in front of the window (MCS 020(a), England and Wales).',
    'The level shown is rounded up, never down.',
  ],
  leavesOut: [
    'Reflections from nearby walls, low-frequency hum and a quiet night mode.',
    'The reduction by a barrier: the standard lists it by type.',
    'Your neighbours’ view: talk to them before you order.',
  ],
  guides: ['heat-pump-noise'],
  next: ['heat-pump', 'quote-check'],
  products: ({ level, limit }, input) => {
    const power = Number(input('power').replaceAll(',', ''))
    if (level?.middle == null || limit?.middle == null || !Number.isFinite(power)) return undefined
    const maxPower = Math.floor(power + limit.middle - level.middle)
    return {
      category: HEAT_PUMP_CATEGORY,
      ranges: { noise: { max: maxPower }, heat_output: { min: MIN_HEAT_PUMP_KW } },
      about: `Heat pumps with a sound power of up to ${maxPower} dB(A), which meets the limit in that position.`,
    }
  },
}
