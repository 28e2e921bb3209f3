/** Defines the page text of `car-finder`. */
import type { ToolText } from './tool-text.policy.ts'

export const carFinderText: ToolText = {
  category: 'electric-vehicles',
  picture: 'articles/planning-a-long-drive',
  results: { officialRange: 'Official range (WLTP) to look for' },
  main: ['officialRange'],
  breakEven: [],
  minor: [],
  formula: [
    'Winter range = official range × the winter share. A car fits if its winter range is at least your longest drive. There is no reserve in it.',
    'Official range to look for = longest drive ÷ winter share. Low and high: the winter share at the ends of its range. Rounded up to ten miles.',
    'Rapid chargers only: at least 100 kW, so that a stop takes about half an hour.',
    'Boot: litres with all seats in use. Towing: the braked limit. Budget: the price on the product page, to buy or a month.',
    'A car that does not state a value is neither chosen nor excluded by it: it is listed as not stated.',
  ],
  leavesOut: [
    'Cars that are not in our catalogue.',
    'Grants, insurance, tax and what a car loses in value.',
    'Towing and roof boxes, which cost range: a caravan can halve it.',
  ],
  guides: [
    'winter-range',
    'planning-a-long-drive',
    'charging-without-a-driveway',
    'lease-buy-or-salary-sacrifice',
    'used-electric-car-battery',
  ],
  next: ['car-and-tariff', 'supply', 'grants'],
}
