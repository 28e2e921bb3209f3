/** Calculates the tool `noise`: sound level at the neighbour's window. Source: MCS 020(a), for a point source with directivity Q. */
import { createBand, createEmptyBand, type ToolResult, type ToolWarning } from '#features/tools/figures/bands.policy.ts'
import { NATION_NAMES } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { trackReferenceValueUse, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'

/** Directivity Q: 2 on open ground, 4 in front of one wall, 8 in a corner. */
export const DIRECTIVITIES = [2, 4, 8] as const
export type Directivity = (typeof DIRECTIVITIES)[number]

export interface NoiseInputs {
  /** Sound power in dB(A) of each unit. */
  powersDb: readonly number[]
  directivity: Directivity
  /** Distance from the unit to a point one metre before the window. */
  distanceM: number
  /** Attenuation by a wall or fence, 0 or negative. */
  barrierDb: number
  nation: Nation
}

/** Distance in m from the window to the point in front of it where the level counts (MCS 020(a)). */
export const ASSESSMENT_METRES = 1

/** Below this level in dB(A) a reader may have entered a sound pressure: units in the catalogue have 50 dB(A) and more. */
const LOW_POWER_DB = 45

/** Returns the combined sound power in dB(A): 10·log10 of the summed powers. */
export function combineSoundPowers(powersDb: readonly number[]): number {
  return 10 * Math.log10(powersDb.reduce((sum, db) => sum + 10 ** (db / 10), 0))
}

/** Returns the level in dB(A): sound power + 10·log10(Q ÷ (4πr²)) + barrier. */
function calculateSoundLevel(powerDb: number, directivity: number, distanceM: number, barrierDb: number): number {
  return powerDb + 10 * Math.log10(directivity / (4 * Math.PI * distanceM ** 2)) + barrierDb
}

/** Returns the distance in m at which a unit has the level: r = √(Q ÷ 4π × 10^((power − level) ÷ 10)). */
export const calculateDistanceForLevel = (powerDb: number, directivity: number, levelDb: number): number =>
  Math.sqrt((directivity / (4 * Math.PI)) * 10 ** ((powerDb - levelDb) / 10))

/** Rounds a level for display, always up. */
export const roundLevelUp = (level: number) => Math.ceil(level)

/** Calculates the level and the minimum distance that meets the limit. Neither is a range: low, middle and high are equal. */
export function calculateNoise(inputs: NoiseInputs, allReferenceValues: ReferenceValues): ToolResult {
  const referenceValues = trackReferenceValueUse(allReferenceValues)
  const power = inputs.powersDb.length === 1 ? (inputs.powersDb[0] ?? 0) : combineSoundPowers(inputs.powersDb)
  const level = calculateSoundLevel(power, inputs.directivity, inputs.distanceM, inputs.barrierDb)
  const limit = referenceValues.find('noise.limit')
  const isLimitOfNation = limit?.nations.includes(inputs.nation) ?? false
  const minDistance = limit ? calculateDistanceForLevel(power + inputs.barrierDb, inputs.directivity, limit.value) : undefined
  const warnings: ToolWarning[] = []
  if (limit && level > limit.value) {
    warnings.push({
      code: 'above-limit',
      message: isLimitOfNation
        ? `This is above the limit of ${limit.value} dB(A). You would need a quieter unit, another position, a solid barrier or planning permission.`
        : `This is above ${limit.value} dB(A), the limit of England and Wales. A quieter unit, another position or a solid barrier would help your neighbour.`,
    })
  }
  if (limit && !isLimitOfNation) {
    warnings.push({
      code: 'limit-of-another-nation',
      message: `The limit of ${limit.value} dB(A) is that of England and Wales (MCS 020(a)). It is no rule of ${NATION_NAMES[inputs.nation]}, so use it as guidance.`,
    })
  }
  if (Math.min(...inputs.powersDb) < LOW_POWER_DB) {
    warnings.push({
      code: 'sound-pressure',
      message: `${Math.min(...inputs.powersDb)} dB(A) is very little for the sound power of a unit outside. If it is a level at a distance, such as 1 m or 3 m, it is the sound pressure, which is much lower, and the result is too quiet. On the energy label look for the sound power outdoors, the number of decibels beside the loudspeaker; data sheets call it LWA.`,
    })
  }
  if (inputs.barrierDb < 0) {
    warnings.push({
      code: 'barrier-not-confirmed',
      message: 'The standard lists the reduction for each type of barrier. Check yours there.',
    })
  }
  return {
    results: {
      level: createBand('dB(A)', level),
      limit: limit ? createBand('dB(A)', limit.value) : createEmptyBand('dB(A)'),
      distanceForLimit: minDistance === undefined ? createEmptyBand('m') : createBand('m', minDistance),
    },
    warnings,
    referenceKeys: referenceValues.usedKeys(),
  }
}
