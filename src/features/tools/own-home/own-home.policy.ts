/**
 * What one may say of one's home once, and which inputs of which tools it fills. Browsers without an account keep it as well, so this file
 * leans on no sums. Of the postcode only the first half is ever kept.
 */
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

/** Field → what stands in it; what was left empty is not there. */
export type OwnHome = Partial<Record<HomeField, string>>

/** Inputs that have another name than the field; `battery:size` is that of one tool alone, as `house` means amperes in another. */
const OTHER_NAMES: Partial<Record<HomeField, readonly string[]>> = {
  house: ['which-first:house'],
  electricityPrice: ['electricityPrice', 'solar:import', 'car-and-tariff:plainPrice', 'battery:meanPrice'],
  fuelPrice: ['fuelPrice', 'insulation:price'],
  battery: ['battery', 'battery:size'],
  export: ['solar:export', 'which-first:export'],
}

/** What a tool's form is filled with: the home over what stands there already. */
export function fillFromHome(tool: string, names: readonly string[], given: Record<string, string>, home: OwnHome): Record<string, string> {
  const filled = { ...given }
  for (const field of HOME_FIELDS) {
    const text = home[field]
    if (!text) continue
    const places = (OTHER_NAMES[field] ?? [field]).flatMap((place) => {
      const [owner, name] = place.includes(':') ? place.split(':') : [tool, place]
      return owner === tool && name !== undefined && names.includes(name) ? [name] : []
    })
    for (const name of places) filled[name] = text
  }
  // A roof fills the battery tool only where the sun does; and a place needs no region.
  if (tool === 'battery' && filled['mode'] !== 'solar') for (const name of ['slopes', 'postcode', 'use']) delete filled[name]
  if (filled['postcode'] !== undefined) delete filled['region']
  return filled
}

/** What a browser keeps may be anybody's: only what has the form of a home counts. */
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
