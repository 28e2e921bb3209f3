/** Defines the page texts of `quote-check`, `grants` and `which-first`. */
import type { ToolText } from './tool-text.policy.ts'

const HOME_CATEGORY = 'home-efficiency'

export const quoteCheckText: ToolText = {
  category: 'solar-panels',
  picture: 'articles/reading-a-solar-quote',
  results: {
    yieldPerKwp: 'Expected yield of this roof',
    selfUseShare: 'Share of generation you would use',
    ceiling: 'Maximum share of generation you can use',
    pricePerKwp: 'Typical price of panels',
    scop: 'SCOP at that flow temperature',
    heatPumpPrice: 'Typical price of a heat pump of that size',
    size: 'Size that matches the heat loss',
  },
  main: ['yieldPerKwp', 'selfUseShare', 'pricePerKwp', 'heatPumpPrice', 'scop'],
  breakEven: [],
  minor: ['inverter', 'phases', 'g99'],
  formula: [
    'Yield: ask if it is outside SAP × 0.9 to × 1.15 for the region and slope.',
    'Use in your home: calculated as in “Solar on my roof”, with the battery in the quote; ask above that × 1.2. More than you use in a year, or a share above Σ min(generated, used) ÷ Σ generated, is impossible.',
    'Price: ask if it is outside the official median ± 25%. Inverter: ask if it is above 3.68 kW a phase without G99.',
    'Heat pump: ask if the size is outside × 0.7 to × 1.5 of the heat loss, the SCOP is outside the usual range for the flow temperature or below what the grant asks for, or no flow temperature is given.',
    'Price of a heat pump: ask if it is outside the range for its size, in proportion between 5, 8 and 14 kW.',
    'Also ask about price rises above 3% a year, VAT other than 0%, and missing items.',
  ],
  leavesOut: [
    'How good the firm is. Ask for two recent customers you can contact.',
    'Make and model: compare them in our catalogue.',
    'A question is not an accusation. Good installers can answer it.',
  ],
  guides: ['finding-an-installer', 'reading-a-solar-quote', 'heat-pump-price-and-payback', 'reading-a-battery-warranty'],
  next: ['solar', 'heat-loss', 'grants'],
}

export const grantsText: ToolText = {
  category: HOME_CATEGORY,
  picture: 'tools/grants',
  results: { total: 'Total of your grants' },
  main: ['total'],
  breakEven: [],
  minor: ['offGasGrid', 'rural', 'flat', 'parking', 'channel', 'panels', 'date'],
  formula: [
    'Each scheme’s rules on nation, tenure and what is replaced, with its amount on the day of the work.',
    'A home gets one heating grant, however many options you compare. Low is certain, middle adds the likely ones, of which only the last day or the assessment of the home is open, and high all that are open.',
    'Schemes for low incomes have a list of their own and are not in the total: each of them decides what it pays for in your home.',
  ],
  leavesOut: ['Offers of your supplier or council.', 'This is not an offer: each scheme makes its own decision.'],
  guides: ['grants-in-four-nations', 'renters-and-landlords', 'homes-in-scotland', 'homes-in-wales-and-northern-ireland'],
  next: ['heat-pump', 'insulation', 'which-first'],
}

export const whichFirstText: ToolText = {
  category: HOME_CATEGORY,
  picture: 'tools/which-first',
  results: { cost: 'Cost of the jobs within your budget', saving: 'You save in a year', carbonSaved: 'Carbon saved in a year' },
  main: ['cost', 'saving', 'carbonSaved'],
  breakEven: [],
  minor: ['region', 'people', 'efficiency', 'scop', 'use', 'electricityPrice', 'export', 'epc'],
  formula: [
    'Heat for rooms = fuel × efficiency − hot water (at most half of the heat). Oil and LPG: litres × the heat in a litre. An electricity bill: (bill − standing charge − other electricity × its price) ÷ price.',
    'Loss of the home = Σ U × area + 0.33 × air changes × volume, from typical areas and your walls and windows; if the meter shows more, the meter’s.',
    'Each insulation job saves (area × the fall in U) ÷ the loss that is left, of the heat that is left, × 0.6 to 1.0, likely 0.8. So the jobs together never save more than there is.',
    'Prices of insulation and windows: those of a semi-detached home in proportion to the area of the roof, walls or windows. Draughts: in proportion to the floor area.',
    'A heat pump is sized and calculated for the heat that the jobs before it leave; its price is in proportion between 5, 8 and 14 kW, less the grant.',
    'Ranked by payback, shortest first, each job after those above it. A heat pump follows insulation that pays back within 30 years; jobs that never pay back come last.',
    'EPC points: SAP’s saving at SAP’s own prices, from your score of today (SAP 10.2; the reformed EPC is due in the second half of 2027).',
  ],
  leavesOut: [
    'The condition of the house. Fix damp and a leaking roof first.',
    'Scaffolding that two jobs can share, which may change the order.',
    'Gas for cooking, and solar electricity that a heat pump uses.',
  ],
  guides: ['loft-insulation-done-well', 'draughts-and-fresh-air', 'walls-and-windows', 'a-tonne-at-home'],
  next: ['insulation', 'heat-pump', 'solar', 'grants'],
}
