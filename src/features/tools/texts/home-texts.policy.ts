/** Page texts of `quote-check`, `grants` and `which-first`. */
import type { ToolText } from './tool-text.policy.ts'

const HOME = 'home-efficiency'

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
