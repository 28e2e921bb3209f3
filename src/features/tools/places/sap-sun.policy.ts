/**
 * Holds the tables of SAP for solar radiation on a slope. Source: SAP 10.2 (BRE), Appendix U3, Tables U3 and U5, and Appendix M1, Table M1.
 */

export const DIRECTIONS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const SHADE_LEVELS = ['none', 'little', 'modest', 'significant'] as const
export type Shade = (typeof SHADE_LEVELS)[number]

export const DAYS_PER_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Solar declination by month, January to December. */
export const SUN_DECLINATION_DEGREES = [-20.7, -12.8, -1.8, 9.8, 18.8, 23.1, 21.2, 13.7, 2.9, -8.7, -18.4, -23.0] as const

const NORTH = [26.3, -38.5, 14.8, -16.5, 27.3, -11.9, -1.06, 0.0872, -0.191] as const
const NORTH_EAST = [0.165, -3.68, 3.0, 6.38, -4.53, -0.405, -4.38, 4.89, -1.99] as const
const EAST = [1.44, -2.36, 1.07, -0.514, 1.89, -1.64, -0.542, -0.757, 0.604] as const
const SOUTH_EAST = [-2.95, 2.89, 1.17, 5.67, -3.54, -4.28, -2.72, -0.25, 3.07] as const
const SOUTH = [-0.66, -0.106, 2.93, 3.63, -0.374, -7.4, -2.71, -0.991, 4.59] as const

/** Constants k1 to k9 of Table U5. East and west have the same constants. */
export const SLOPE_CONSTANTS: Record<Direction, readonly [number, number, number, number, number, number, number, number, number]> = {
  N: NORTH,
  NE: NORTH_EAST,
  E: EAST,
  SE: SOUTH_EAST,
  S: SOUTH,
  SW: SOUTH_EAST,
  W: EAST,
  NW: NORTH_EAST,
}

/** Overshading factor Z of Table M1, in which `none` and `little` are one row. The factor for significant shade is a reference value. */
export const SHADE_FACTORS: Record<Exclude<Shade, 'significant'>, number> = { none: 1, little: 1, modest: 0.8 }

/** Share of the rated output that reaches the house, 0 to 1 (SAP 10.2, M1). */
export const PV_PERFORMANCE = 0.8
