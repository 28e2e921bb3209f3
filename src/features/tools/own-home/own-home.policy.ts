/** The saved home's fields and the tool inputs that they fill. Browsers load this module, so it must not import the calculations. */
export const HOME_FIELDS = [
  'postcode',
  'house',
  'age',
  'tenure',
  'people',
  'use',
  'fuel',
  'consumption',
  'electricityPrice',
  'fuelPrice',
  'export',
  'dayPrice',
  'nightPrice',
  'slopes',
  'battery',
  'done',
] as const
export type HomeField = (typeof HOME_FIELDS)[number]

/** Texts by field; empty fields are absent. */
export type OwnHome = Partial<Record<HomeField, string>>

/** Inputs by field where the names differ. `battery:size` limits an input to one tool, as `house`, for example, is amperes in `supply`. */
const INPUT_NAMES: Partial<Record<HomeField, readonly string[]>> = {
  house: ['which-first:house'],
  electricityPrice: ['electricityPrice', 'solar:import', 'car-and-tariff:plainPrice', 'battery:meanPrice'],
  fuelPrice: ['fuelPrice', 'insulation:price'],
  battery: ['battery', 'battery:size'],
  export: ['solar:export', 'which-first:export'],
}

/** Returns a tool's inputs with the saved home's values over the given ones. */
export function fillFromHome(
  tool: string,
  names: readonly string[],
  inputs: Record<string, string>,
  home: OwnHome,
): Record<string, string> {
  const filled = { ...inputs }
  for (const field of HOME_FIELDS) {
    const text = home[field]
    if (!text) continue
    const inputNames = (INPUT_NAMES[field] ?? [field]).flatMap((place) => {
      const [scope, name] = place.includes(':') ? place.split(':') : [tool, place]
      return scope === tool && name !== undefined && names.includes(name) ? [name] : []
    })
    for (const name of inputNames) filled[name] = text
  }
  // The battery tool uses the roof in `solar` mode only; a postcode replaces the region.
  if (tool === 'battery' && filled['mode'] !== 'solar') for (const name of ['slopes', 'postcode', 'use']) delete filled[name]
  if (filled['postcode'] !== undefined) delete filled['region']
  return filled
}

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
