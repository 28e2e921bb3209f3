/** Links a product to the tools that fit it, with inputs filled from its specifications. */
import type { Specification } from '#features/products/specifications/specification.policy.ts'

export interface ProductToolLink {
  tool: string
  /** Visible text of the link. */
  label: string
  inputs: Record<string, string>
}

interface SpecSheet {
  /** Returns the comparable value of a specification in the catalogue's unit; undefined if the product does not state it. */
  number: (key: string) => number | undefined
  text: (key: string) => string
}

const DEFAULT_ROOF = '4:35:S:none'
/** Electricity that heats a flat for a year in kWh: an example, which the reader replaces. */
const ELECTRIC_FLAT_KWH = '4000'
const PANEL_COUNT = 10
const VOLTS = 230
/** Maximum power of a single-phase charger in kW (32 A at 230 V). */
const MAX_SINGLE_PHASE_KW = 7.4

const formatRounded = (value: number, decimals: number) => String(Number(value.toFixed(decimals)))
const omitUndefined = (inputs: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(inputs).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))

/** The price is left out: for most batteries it is that of the battery without fitting. */
function listBatteryLinks({ number, text }: SpecSheet): ProductToolLink[] {
  const size = number('usable_capacity')
  if (size === undefined) return []
  const efficiency = number('round_trip_efficiency')
  const cycles = /([\d,]+) cycles/.exec(text('warranty'))?.[1]?.replaceAll(',', '')
  const years = number('warranty')
  return [
    {
      tool: 'battery',
      label: 'Calculate with this battery',
      inputs: omitUndefined({
        mode: 'solar',
        slopes: DEFAULT_ROOF,
        size: formatRounded(size, 1),
        efficiency: efficiency === undefined ? undefined : formatRounded(efficiency / 100, 3),
        years: years === undefined ? undefined : formatRounded(years, 1),
        cycles: years === undefined ? undefined : cycles,
      }),
    },
  ]
}

function listHeatPumpLinks({ number, text }: SpecSheet): ProductToolLink[] {
  if (number('heat_output') === undefined) return []
  const [noise, scop] = [number('noise'), number('seasonal_efficiency')]
  const isAirToAir = text('type').startsWith('air-to-air')
  return [
    ...(scop === undefined
      ? []
      : [
          {
            tool: 'heat-pump',
            label: 'Calculate with this heat pump',
            inputs: {
              ...(isAirToAir ? { fuel: 'electric', kind: 'air-to-air', consumption: ELECTRIC_FLAT_KWH } : { fuel: 'gas' }),
              scop: formatRounded(scop, 2),
            },
          },
        ]),
    ...(noise === undefined
      ? []
      : [
          {
            tool: 'noise',
            label: 'Check the noise at your neighbour’s',
            inputs: { power: formatRounded(noise, 1), directivity: '4', distance: '5' },
          },
        ]),
  ]
}

/** The official consumption is measured at the socket, so it contains the loss of charging. */
function listCarLinks({ number }: SpecSheet): ProductToolLink[] {
  const milesPerKwh = number('consumption')
  return milesPerKwh
    ? [
        {
          tool: 'car-and-tariff',
          label: 'Calculate with this car',
          inputs: { kWhPerMile: formatRounded(1 / milesPerKwh, 3), efficiency: '100' },
        },
      ]
    : []
}

function listChargerLinks({ number }: SpecSheet): ProductToolLink[] {
  const kilowatts = number('charging_power')
  if (!kilowatts) return []
  const phases = kilowatts > MAX_SINGLE_PHASE_KW ? 3 : 1
  const amps = (kilowatts * 1000) / VOLTS / phases
  return [
    { tool: 'supply', label: 'Does this charger fit your fuse?', inputs: { charger: formatRounded(amps, 0), phases: String(phases) } },
  ]
}

function listPanelLinks({ number }: SpecSheet): ProductToolLink[] {
  const watts = number('panel_power')
  return watts && watts >= 100
    ? [
        {
          tool: 'solar',
          label: 'Calculate with ten of these',
          inputs: { slopes: `${formatRounded((watts * PANEL_COUNT) / 1000, 2)}:35:S:none` },
        },
      ]
    : []
}

const LINK_LISTERS: Record<string, (specs: SpecSheet) => ProductToolLink[]> = {
  'battery-storage': listBatteryLinks,
  'home-efficiency': listHeatPumpLinks,
  'electric-vehicles': listCarLinks,
  'ev-chargers': listChargerLinks,
  'solar-panels': listPanelLinks,
}

/** Lists the links from a product to the tools of its category. */
export function toolLinksForProduct(categorySlug: string, specs: readonly Specification[]): ProductToolLink[] {
  const findSpec = (key: string) => specs.find((spec) => spec.key === key)
  const createLinks = Object.hasOwn(LINK_LISTERS, categorySlug) ? LINK_LISTERS[categorySlug] : undefined
  return createLinks?.({ number: (key) => findSpec(key)?.comparable, text: (key) => findSpec(key)?.value ?? '' }) ?? []
}
