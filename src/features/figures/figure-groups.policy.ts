/** Groups reference values by the prefix of their key; the last group takes all others. */
import type { Nation } from './figures.policy.ts'

export const NATION_NAMES: Record<Nation, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

export const REFERENCE_VALUE_GROUPS = [
  {
    id: 'energy',
    title: 'Energy prices',
    about: 'What you pay and earn per unit.',
    keys: ['cap', 'use', 'tariff', 'export', 'seg'],
  },
  {
    id: 'grants',
    title: 'Grants',
    about: 'Amounts and end dates.',
    keys: ['bus', 'scotland', 'chargepoint', 'eco4', 'warm-homes', 'affordable-warmth', 'car.grant'],
  },
  { id: 'tax', title: 'Tax', about: 'VAT, car tax and upcoming changes.', keys: ['vat', 'car'] },
  { id: 'carbon', title: 'Carbon', about: 'Kilograms per kilowatt-hour, by the government’s method.', keys: ['carbon'] },
  { id: 'fuel', title: 'Fuel and public charging', about: 'Petrol stations and public chargers.', keys: ['fuel', 'charging'] },
  {
    id: 'jobs',
    title: 'What a job costs',
    about: 'Including installation, before any grant.',
    keys: ['solar.price', 'heat-pump', 'battery.price', 'price', 'job'],
  },
  { id: 'rules', title: 'Rules', about: 'Limits, notices and dates.', keys: ['noise', 'supply', 'epc', 'mees', 'plug-in-solar'] },
  { id: 'sums', title: 'Our assumptions', about: 'Use your own values in the tools if you know them.', keys: [] },
] as const

export type ReferenceValueGroup = (typeof REFERENCE_VALUE_GROUPS)[number]['id']

const LAST_GROUP = REFERENCE_VALUE_GROUPS[REFERENCE_VALUE_GROUPS.length - 1]!

/** Returns the group with the longest matching prefix: `car.grant` is in the grants, `car.tax` in tax. */
export function groupOfReferenceValue(key: string): ReferenceValueGroup {
  let best: { id: ReferenceValueGroup; length: number } = { id: LAST_GROUP.id, length: 0 }
  for (const { id, keys } of REFERENCE_VALUE_GROUPS)
    for (const prefix of keys) {
      const matchesPrefix = key === prefix || key.startsWith(`${prefix}.`) || key.startsWith(`${prefix}-`)
      if (matchesPrefix && prefix.length > best.length) best = { id, length: prefix.length }
    }
  return best.id
}
