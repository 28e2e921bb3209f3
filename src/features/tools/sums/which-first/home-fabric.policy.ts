/** Describes the fabric of a typical home: areas, U-values today and after each job, and the modelled heat loss. */
import type { ReferenceValues } from '#features/figures/figures.policy.ts'

export const HOUSE_TYPES = ['flat', 'bungalow', 'terrace', 'semi', 'detached'] as const
export type HouseType = (typeof HOUSE_TYPES)[number]
export const HOUSE_AGES = ['before-1930', '1930-1982', 'after-1982', 'since-2006'] as const
export type HouseAge = (typeof HOUSE_AGES)[number]
export const WALL_TYPES = ['unknown', 'empty-cavity', 'filled-cavity', 'solid'] as const
export type WallType = (typeof WALL_TYPES)[number]
export const GLAZING_TYPES = ['unknown', 'single', 'double-old', 'double-new'] as const
export type GlazingType = (typeof GLAZING_TYPES)[number]

export const FABRIC_JOBS = ['loft', 'walls', 'floor', 'windows'] as const
export type FabricJob = (typeof FABRIC_JOBS)[number]

export interface FabricInputs {
  house: HouseType
  age: HouseAge
  walls: WallType
  glazing: GlazingType
  done: readonly string[]
}

/** Insulating one kind of surface. */
interface FabricJobDetails {
  /** Heat loss that the job removes, in W/K. */
  lossWattsPerKelvin: number
  priceKey: string
  /** Area relative to that of a semi-detached house, for which the prices are. */
  priceFactor: number
}

export interface HomeFabric {
  /** Modelled heat loss today, with ventilation. */
  lossWattsPerKelvin: number
  /** Jobs that this home can still gain from. */
  jobs: Partial<Record<FabricJob, FabricJobDetails>>
}

const AIR_WH_PER_M3_KELVIN = 0.33

/** Returns the most common wall of the age if the wall is unknown. */
export function resolveWalls({ walls, age }: Pick<FabricInputs, 'walls' | 'age'>): Exclude<WallType, 'unknown'> {
  if (walls !== 'unknown') return walls
  return age === 'before-1930' ? 'solid' : age === '1930-1982' ? 'empty-cavity' : 'filled-cavity'
}

/** U-value keys of a surface: today's, and that after the job, if there is a job. */
interface SurfaceRow {
  areaName: 'roof-area' | 'wall-area' | 'window-area'
  today: string
  after?: string
  priceKey: string
}

const WALL_ROWS: Record<Exclude<WallType, 'unknown'>, Pick<SurfaceRow, 'today' | 'after' | 'priceKey'>> = {
  solid: { today: 'u.wall-solid', after: 'u.wall-insulated', priceKey: 'job.solid-wall' },
  'empty-cavity': { today: 'u.wall-cavity', after: 'u.wall-cavity-filled', priceKey: 'job.cavity' },
  'filled-cavity': { today: 'u.wall-cavity-filled', priceKey: 'job.cavity' },
}

const GLAZING_ROWS: Record<GlazingType, Pick<SurfaceRow, 'today' | 'after'>> = {
  single: { today: 'u.window-single', after: 'u.window-double-new' },
  // Most windows are double-glazed, many of them before the rules of 2002.
  unknown: { today: 'u.window-double-old', after: 'u.window-double-new' },
  'double-old': { today: 'u.window-double-old', after: 'u.window-double-new' },
  'double-new': { today: 'u.window-double-2002' },
}

const FLOOR_ROWS: Record<HouseAge, Pick<SurfaceRow, 'today' | 'after'>> = {
  'before-1930': { today: 'u.floor-timber', after: 'u.floor-timber-insulated' },
  // Floors of these ages are mostly concrete, which is insulated only when it is renewed.
  '1930-1982': { today: 'u.floor-timber' },
  'after-1982': { today: 'u.floor-timber-insulated' },
  'since-2006': { today: 'u.floor-timber-insulated' },
}

/** Homes built to the rules of 2006 have an insulated loft and tested airtightness, so they gain nothing from these jobs. */
export const isNewBuild = ({ age }: Pick<FabricInputs, 'age'>): boolean => age === 'since-2006'

const listSurfaces = (inputs: FabricInputs): Record<FabricJob, SurfaceRow> => ({
  loft: isNewBuild(inputs)
    ? { areaName: 'roof-area', today: 'u.loft-270', priceKey: 'job.loft' }
    : { areaName: 'roof-area', today: 'u.loft-100', after: 'u.loft-270', priceKey: 'job.loft' },
  walls:
    isNewBuild(inputs) && inputs.walls === 'unknown'
      ? { areaName: 'wall-area', today: 'u.wall-insulated', priceKey: 'job.cavity' }
      : { areaName: 'wall-area', ...WALL_ROWS[resolveWalls(inputs)] },
  floor: { areaName: 'roof-area', ...FLOOR_ROWS[inputs.age], priceKey: 'job.floor' },
  windows: {
    areaName: 'window-area',
    ...GLAZING_ROWS[isNewBuild(inputs) && inputs.glazing === 'unknown' ? 'double-new' : inputs.glazing],
    priceKey: 'job.windows',
  },
})

/** Returns the fabric of a typical home. A job whose U-values are missing in the reference values is left out. */
export function createHomeFabric(inputs: FabricInputs, referenceValues: ReferenceValues): HomeFabric {
  const find = (key: string) => referenceValues.find(key)?.value ?? 0
  const airChanges = find('air-changes')
  const volumeM3 = find(`home.${inputs.house}-floor-area`) * find('home.room-height')
  const fabric: HomeFabric = { lossWattsPerKelvin: AIR_WH_PER_M3_KELVIN * airChanges * volumeM3, jobs: {} }
  const surfaces = listSurfaces(inputs)
  for (const job of FABRIC_JOBS) {
    const { areaName, today, after, priceKey } = surfaces[job]
    const areaM2 = find(`home.${inputs.house}-${areaName}`)
    if (areaM2 === 0) continue
    const isDone = inputs.done.includes(job)
    fabric.lossWattsPerKelvin += areaM2 * find(isDone && after ? after : today)
    if (isDone || after === undefined || !referenceValues.find(after)) continue
    const lossWattsPerKelvin = areaM2 * (find(today) - find(after))
    if (lossWattsPerKelvin > 0)
      fabric.jobs[job] = { lossWattsPerKelvin, priceKey, priceFactor: areaM2 / (find(`home.semi-${areaName}`) || areaM2) }
  }
  return fabric
}
