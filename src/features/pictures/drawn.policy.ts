import { findKey } from '#platform/client/typed-entries.client.ts'
/**
 * Defines the paths of generated drawings, which products without a picture get. The URL path contains all parameters, so it changes with the
 * product, and all sites share the cached drawing.
 */

/** Alternative text of each form. */
export const DRAWN_FORM_NAMES = {
  city: 'A small electric car',
  hatchback: 'An electric hatchback',
  saloon: 'An electric saloon',
  estate: 'An electric estate car',
  crossover: 'An electric crossover',
  suv: 'An electric SUV',
  carrier: 'An electric people carrier',
  panels: 'Solar panels',
  'black-panels': 'All-black solar panels',
  'roof-panels': 'Solar panels set into a roof',
  'rail-panels': 'A solar panel on a railing',
  'frame-panels': 'A solar panel on a frame',
  'flexible-panels': 'A flexible solar panel',
  tiles: 'A solar tile',
  'wall-battery': 'A wall battery',
  'small-battery': 'A small wall battery',
  'wide-battery': 'A wide wall battery',
  'floor-battery': 'A floor-standing battery',
  'stacked-battery': 'A battery of stacked modules',
  'portable-battery': 'A portable battery',
  'outdoor-battery': 'A battery cabinet for outdoors',
  inverter: 'An inverter',
  'socket-charger': 'A car charger with a socket',
  'tethered-charger': 'A car charger with its own cable',
  'post-charger': 'A charging post',
  'twin-charger': 'A car charger for two cars',
  'portable-charger': 'A portable car charger',
  'heat-pump': 'A heat pump with one fan',
  'tall-heat-pump': 'A heat pump with two fans',
  'air-unit': 'An air-to-air heat pump',
  cylinder: 'A hot water cylinder',
  ventilation: 'A ventilation unit',
  fan: 'A fan in a wall',
  thermostat: 'A thermostat',
  radiator: 'A radiator',
  window: 'A window',
  insulation: 'A roll of insulation',
  meter: 'A meter',
  appliance: 'A washing machine or tumble dryer',
  kettle: 'A kettle',
  hob: 'An induction hob with a pan',
  bicycle: 'An electric bicycle',
  lamp: 'An LED lamp',
  butt: 'A water butt',
  compost: 'A compost bin',
} as const
export type DrawnForm = keyof typeof DRAWN_FORM_NAMES

/** Parameters of a drawing; sizes are in millimetres. */
export interface DrawnProduct {
  form: DrawnForm
  width?: number
  height?: number
  /** Length of a car; other forms do not show it. */
  length?: number
  /** Number of panels or stacked modules; undefined means one. */
  count?: number
  /** Main spec value, such as 10 kWh; the drawing shows it if no size is known. */
  specValue?: { number: number; unit: DrawnUnit }
  /** Number from 0 to 15 that selects the colour and the objects next to the product. */
  variety: number
}

export const DRAWN_UNITS = { kwh: 'kWh', kw: 'kW', w: 'W', l: 'litres', kg: 'kg' } as const
export type DrawnUnit = keyof typeof DRAWN_UNITS

export const VARIETY_COUNT = 16
const MAX_PANELS = 12
const DRAWN_FOLDER = '/art/drawn/'
const SIZE_LIMITS = { min: 20, max: 9_999 }
const PATH_PATTERN = /^([a-z-]+)(?:\.w(\d+))?(?:\.h(\d+))?(?:\.l(\d+))?(?:\.n(\d+))?(?:\.f(\d+(?:_\d)?)([a-z]+))?\.v(\d+)\.svg$/

/** Returns the URL path of a drawing, such as `/art/drawn/wall-battery.w640.h1050.v3.svg`. Sizes and spec values out of range are left out. */
export function createDrawnPath({ form, width, height, length, count, specValue, variety }: DrawnProduct): string {
  const parts = [
    form,
    isSize(width) && `w${Math.round(width)}`,
    isSize(height) && `h${Math.round(height)}`,
    isSize(length) && `l${Math.round(length)}`,
    count !== undefined && count > 1 && `n${Math.min(MAX_PANELS, Math.round(count))}`,
    specValue && specValue.number > 0 && specValue.number < SIZE_LIMITS.max && `f${formatSpecValue(specValue.number)}${specValue.unit}`,
    `v${variety}`,
  ]
  return `${DRAWN_FOLDER}${parts.filter(Boolean).join('.')}.svg`
}

/** Parses a path. Returns undefined unless it is exactly a path that `createDrawnPath` returns, so that paths are canonical. */
export function parseDrawnPath(path: string): DrawnProduct | undefined {
  const match = path.startsWith(DRAWN_FOLDER) ? PATH_PATTERN.exec(path.slice(DRAWN_FOLDER.length)) : null
  if (!match) return undefined
  const [, formName, width, height, length, count, number, unitName, variety] = match
  const [form, unit] = [findKey(DRAWN_FORM_NAMES, formName), findKey(DRAWN_UNITS, unitName)]
  if (!form || (unitName && !unit)) return undefined
  const drawn = {
    form,
    ...(width ? { width: Number(width) } : {}),
    ...(height ? { height: Number(height) } : {}),
    ...(length ? { length: Number(length) } : {}),
    ...(count ? { count: Number(count) } : {}),
    ...(number && unit ? { specValue: { number: Number(number.replace('_', '.')), unit } } : {}),
    variety: Number(variety),
  }
  return drawn.variety < VARIETY_COUNT && createDrawnPath(drawn) === path ? drawn : undefined
}

const isSize = (size: number | undefined): size is number => size !== undefined && size >= SIZE_LIMITS.min && size <= SIZE_LIMITS.max

/** Formats a value with at most one decimal. The decimal separator is `_`, as dots separate the parameters. */
const formatSpecValue = (number: number): string => String(Math.round(number * 10) / 10).replace('.', '_')
