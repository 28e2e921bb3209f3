/** Defines the page text of `heat-pump-suitability`. */
import type { ToolText } from './tool-text.policy.ts'

export const suitabilityText: ToolText = {
  category: 'home-efficiency',
  picture: 'tools/heat-pump-suitability',
  results: {},
  main: [],
  breakEven: [],
  minor: [],
  formula: [
    'No place outside, or a flat without radiators: other ways.',
    'A permission that you need, or three and more open questions: ask first.',
    'Anything to be done before: with some work. Otherwise: likely.',
    'Distance to the neighbour: √(4 ÷ 4π × 10^((54 − 37) ÷ 10)) = 4.0 m to the point 1 m in front of the window, so 5 m to the window, for a unit of 54 dB(A) against a wall and a limit of 37 dB(A).',
  ],
  leavesOut: [
    'The size of the heat pump: it follows from the heat loss of each room.',
    'What it costs to buy and to run.',
    'The survey of an installer, who sees what no form can ask.',
  ],
  guides: [
    'heat-pump-running-costs',
    'heat-pump-price-and-payback',
    'heat-pump-noise',
    'grants-in-four-nations',
    'loft-insulation-done-well',
    'walls-and-windows',
    'draughts-and-fresh-air',
    'reading-an-epc',
    'one-phase-or-three',
  ],
  next: ['heat-pump', 'heat-loss', 'radiators', 'noise', 'insulation', 'supply', 'grants', 'which-first'],
}
