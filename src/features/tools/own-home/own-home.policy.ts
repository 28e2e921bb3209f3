/** Defines the saved home's fields and which tool inputs they fill. Browsers load this module, so it must not import the calculations. */
export const HOME_FIELDS = [
  'postcode',
  'house',
  'age',
  'walls',
  'glazing',
  'tenure',
  'people',
  'use',
  'heating',
  'pipes',
  'fuel',
  'litres',
  'bill',
  'heatedRooms',
  'consumption',
  'electricityPrice',
  'litrePrice',
  'fuelPrice',
  'export',
  'dayPrice',
  'nightPrice',
  'slopes',
  'battery',
  'done',
] as const
export type HomeField = (typeof HOME_FIELDS)[number]

/** Answers by field, as texts; empty fields are absent. */
export type OwnHome = Partial<Record<HomeField, string>>

/** Inputs that a field fills, where their names differ from the field's. `battery:size` means the input `size` of the tool `battery` only; `house`, for example, must not fill the amperes of `supply`. */
const INPUT_NAMES: Partial<Record<HomeField, readonly string[]>> = {
  house: ['which-first:house'],
  electricityPrice: ['electricityPrice', 'solar:import', 'car-and-tariff:plainPrice', 'battery:meanPrice'],
  fuelPrice: ['fuelPrice', 'insulation:price'],
  battery: ['battery', 'battery:size'],
  export: ['solar:export', 'which-first:export'],
}

/** Inputs of a quote that have an example. All are optional. */
const QUOTE_INPUTS: Partial<Record<string, readonly string[]>> = {
  'heat-pump': ['quote'],
  'quote-check': ['yield', 'selfUse', 'price'],
}

/** Tools with storage heaters or a heat pump among their fuels. */
const TOOLS_OF_HEATING: Partial<Record<string, readonly string[]>> = {
  storage: ['heat-pump', 'insulation'],
  'heat-pump': ['grants', 'heat-loss', 'insulation'],
}

const ELECTRIC_HEATING: readonly string[] = ['storage', 'direct', 'heat-pump']

/** Returns the fuel that a tool asks for: that of the heating system if it is electric. */
function getFuelOfHeating(tool: string, { heating, fuel }: OwnHome): string | undefined {
  if (heating !== undefined && TOOLS_OF_HEATING[heating]?.includes(tool)) return heating
  return heating !== undefined && ELECTRIC_HEATING.includes(heating) ? 'electric' : fuel
}

const toNumber = (text: string | undefined): number => Number((text ?? '').replaceAll(',', ''))

/** Returns the electricity of the home with that of its electric heating; undefined if the home has none, or if one of the two is not saved. */
function addElectricHeating({ heating, use, consumption }: OwnHome): string | undefined {
  if (heating === undefined || !ELECTRIC_HEATING.includes(heating) || !use || !consumption) return undefined
  const total = toNumber(use) + toNumber(consumption)
  return Number.isFinite(total) ? String(total) : undefined
}

/** Returns the jobs that are done, with solar panels if their size is saved. They are in the order of the checkboxes of `which-first`. */
function getDoneJobs({ done = '', slopes }: OwnHome): string {
  const jobs = done.split(',').filter((job) => job !== '' && job !== 'none')
  if (!slopes || jobs.includes('solar')) return done
  return [...jobs.filter((job) => job !== 'heat-pump'), 'solar', ...jobs.filter((job) => job === 'heat-pump')].join(',')
}

/** Returns a tool's inputs, overwritten by the values of the saved home. */
export function fillFromHome(
  tool: string,
  names: readonly string[],
  inputs: Record<string, string>,
  home: OwnHome,
): Record<string, string> {
  const filled = { ...inputs }
  const texts: OwnHome = { ...home, fuel: getFuelOfHeating(tool, home) ?? '', done: getDoneJobs(home) }
  for (const field of HOME_FIELDS) {
    const text = texts[field]
    if (!text) continue
    const inputNames = (INPUT_NAMES[field] ?? [field]).flatMap((target) => {
      const [scope, name] = target.includes(':') ? target.split(':') : [tool, target]
      return scope === tool && name !== undefined && names.includes(name) ? [name] : []
    })
    for (const name of inputNames) filled[name] = text
  }
  // The saved use is without electric heating, which the tariffs of a home count.
  const useKwh = addElectricHeating(home)
  if (tool === 'car-and-tariff' && useKwh !== undefined) filled['use'] = useKwh
  // The battery tool uses the roof in `solar` mode only. A postcode replaces the region.
  if (tool === 'battery' && filled['mode'] !== 'solar') for (const name of ['slopes', 'use']) delete filled[name]
  if (filled['postcode'] !== undefined) delete filled['region']
  return filled
}

/**
 * Returns the example of a tool, overwritten by the values of the saved home; undefined if the home has none for this tool. The quote of the
 * example is left out: its price and yield are those of another home, so that a verdict on them would be wrong.
 */
export function fillExampleFromHome(
  tool: string,
  names: readonly string[],
  example: Record<string, string>,
  home: OwnHome,
): Record<string, string> | undefined {
  if (!hasValuesFor(tool, names, home)) return undefined
  const quoteInputs = QUOTE_INPUTS[tool] ?? []
  const inputs = Object.fromEntries(Object.entries(example).filter(([name]) => !quoteInputs.includes(name)))
  return fillFromHome(tool, names, inputs, home)
}

/** Whether the saved home fills any input of a tool. */
export const hasValuesFor = (tool: string, names: readonly string[], home: OwnHome): boolean =>
  Object.keys(fillFromHome(tool, names, {}, home)).length > 0

/** Parses the JSON of a saved home. Local storage is untrusted, so unknown fields and invalid values are dropped. */
export function readStoredHome(text: string | null): OwnHome {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const entries = new Map<string, unknown>(Object.entries(stored))
    return Object.fromEntries(
      HOME_FIELDS.flatMap((field) => {
        const value = entries.get(field)
        return typeof value === 'string' && value !== '' ? [[field, value]] : []
      }),
    )
  } catch {
    return {}
  }
}
