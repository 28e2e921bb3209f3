import { findKey } from '#platform/client/typed-entries.client.ts'
/**
 * Drawings of things that have no picture of their own. All that is known of the thing stands in the drawing's address, so
 * that the address changes when the thing does, and the same drawing serves every site.
 */

/** What each thing is called, for whoever cannot see it. */
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
  'floor-battery': 'A battery that stands on the floor',
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

/** Sizes in millimetres. */
export interface DrawnProduct {
  form: DrawnForm
  width?: number
  height?: number
  /** Of a car. */
  length?: number
  /** How many panels, or modules on top of each other. */
  count?: number
  /** The figure it is bought for, told where no size is known: 10 kWh. */
  figure?: { number: number; unit: DrawnUnit }
  /** 0 to 15: in which colour, and what stands beside it. */
  variety: number
}

export const DRAWN_UNITS = { kwh: 'kWh', kw: 'kW', w: 'W', l: 'litres', kg: 'kg' } as const
export type DrawnUnit = keyof typeof DRAWN_UNITS

export const VARIETY_COUNT = 16
const MAX_PANELS = 12
const FOLDER = '/art/drawn/'
const SIZE = { least: 20, most: 9_999 }
const ADDRESS = /^([a-z-]+)(?:\.w(\d+))?(?:\.h(\d+))?(?:\.l(\d+))?(?:\.n(\d+))?(?:\.f(\d+(?:_\d)?)([a-z]+))?\.v(\d+)\.svg$/

/** @returns a path below the site: `/art/drawn/wall-battery.w640.h1050.v3.svg` */
export function drawnPath({ form, width, height, length, count, figure, variety }: DrawnProduct): string {
  const parts = [
    form,
    isSize(width) && `w${Math.round(width)}`,
    isSize(height) && `h${Math.round(height)}`,
    isSize(length) && `l${Math.round(length)}`,
    count !== undefined && count > 1 && `n${Math.min(MAX_PANELS, Math.round(count))}`,
    figure && figure.number > 0 && figure.number < SIZE.most && `f${writeFigure(figure.number)}${figure.unit}`,
    `v${variety}`,
  ]
  return `${FOLDER}${parts.filter(Boolean).join('.')}.svg`
}

/** @returns undefined for an address that `drawnPath` does not give: one thing has one address */
export function readDrawnPath(path: string): DrawnProduct | undefined {
  const found = path.startsWith(FOLDER) ? ADDRESS.exec(path.slice(FOLDER.length)) : null
  if (!found) return undefined
  const [, formName, width, height, length, count, number, unitName, variety] = found
  const [form, unit] = [findKey(DRAWN_FORM_NAMES, formName), findKey(DRAWN_UNITS, unitName)]
  if (!form || (unitName && !unit)) return undefined
  const read = {
    form,
    ...(width ? { width: Number(width) } : {}),
    ...(height ? { height: Number(height) } : {}),
    ...(length ? { length: Number(length) } : {}),
    ...(count ? { count: Number(count) } : {}),
    ...(number && unit ? { figure: { number: Number(number.replace('_', '.')), unit } } : {}),
    variety: Number(variety),
  }
  return read.variety < VARIETY_COUNT && drawnPath(read) === path ? read : undefined
}

const isSize = (size: number | undefined): size is number => size !== undefined && size >= SIZE.least && size <= SIZE.most

/** One decimal at most, and no dot: that divides the address. */
const writeFigure = (number: number): string => String(Math.round(number * 10) / 10).replace('.', '_')
