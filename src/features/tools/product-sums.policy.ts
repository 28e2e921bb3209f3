/** Links from a product to the tools that fit it, with inputs filled from its specifications. */
import type { Specification } from '#features/products/specifications/specification.policy.ts'

export interface ProductToolLink {
  tool: string
  /** Link text. */
  label: string
  inputs: Record<string, string>
}

interface SpecSheet {
  /** The spec's comparable value, in the catalogue's unit. */
  number: (key: string) => number | undefined
  text: (key: string) => string
  price: number | undefined
}

const DEFAULT_ROOF = '4:35:S:none'
const PANEL_COUNT = 10
const VOLTS = 230
/** Limit of a single-phase charger (32 A at 230 V). */
const MAX_SINGLE_PHASE_KW = 7.4

const rounded = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))
const definedInputs = (inputs: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))

function batteryLinks({ number, text, price }: SpecSheet): ProductToolLink[] {
  const size = number('usable_capacity')
  if (size === undefined) return []
  const efficiency = number('round_trip_efficiency')
  const cycles = /([\d,]+) cycles/.exec(text('warranty'))?.[1]?.replaceAll(',', '')
  const years = number('warranty')
  return [
    {
      tool: 'battery',
      label: 'Calculate with this battery',
      inputs: definedInputs({
        mode: 'solar',
        slopes: DEFAULT_ROOF,
        size: rounded(size, 1),
        efficiency: efficiency === undefined ? undefined : rounded(efficiency / 100, 3),
        price: price === undefined ? undefined : rounded(price, 0),
        years: years === undefined ? undefined : rounded(years, 1),
        cycles: years === undefined ? undefined : cycles,
      }),
    },
  ]
}

function heatPumpLinks({ number, price: _ }: SpecSheet): ProductToolLink[] {
  if (number('heat_output') === undefined) return []
  const [noise, scop] = [number('noise'), number('seasonal_efficiency')]
  return [
    ...(scop === undefined
      ? []
      : [{ tool: 'heat-pump', label: 'Calculate with this heat pump', inputs: { consumption: '11500', scop: rounded(scop, 2) } }]),
    ...(noise === undefined
      ? []
      : [
          {
            tool: 'noise',
            label: 'Check the noise at your neighbour’s',
            inputs: { power: rounded(noise, 1), directivity: '4', distance: '5' },
          },
        ]),
  ]
}

function carLinks({ number }: SpecSheet): ProductToolLink[] {
  const milesPerKwh = number('consumption')
  return milesPerKwh
    ? [{ tool: 'car-and-tariff', label: 'Calculate with this car', inputs: { kWhPerMile: rounded(1 / milesPerKwh, 3) } }]
    : []
}

function chargerLinks({ number }: SpecSheet): ProductToolLink[] {
  const kilowatts = number('charging_power')
  if (!kilowatts) return []
  const phases = kilowatts > MAX_SINGLE_PHASE_KW ? 3 : 1
  const amps = (kilowatts * 1000) / VOLTS / phases
  return [{ tool: 'supply', label: 'Does this charger fit your fuse?', inputs: { charger: rounded(amps, 0), phases: String(phases) } }]
}

function panelLinks({ number }: SpecSheet): ProductToolLink[] {
  const watts = number('panel_power')
  return watts && watts >= 100
    ? [{ tool: 'solar', label: 'Calculate with ten of these', inputs: { slopes: `${rounded((watts * PANEL_COUNT) / 1000, 2)}:35:S:none` } }]
    : []
}

const LINKS_BY_CATEGORY: Record<string, (specs: SpecSheet) => ProductToolLink[]> = {
  'battery-storage': batteryLinks,
  'home-efficiency': heatPumpLinks,
  'electric-vehicles': carLinks,
  'ev-chargers': chargerLinks,
  'solar-panels': panelLinks,
}

/** @param price in pounds; undefined where the product's price is not for one whole unit */
export function toolLinksForProduct(categorySlug: string, specs: readonly Specification[], price: number | undefined): ProductToolLink[] {
  const find = (key: string) => specs.find((one) => one.key === key)
  const createLinks = Object.hasOwn(LINKS_BY_CATEGORY, categorySlug) ? LINKS_BY_CATEGORY[categorySlug] : undefined
  return createLinks?.({ number: (key) => find(key)?.comparable, text: (key) => find(key)?.value ?? '', price }) ?? []
}
