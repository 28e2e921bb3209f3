/** How one setting is described, so that its sentence, its check and its default stand in one place. */
import { z } from '#platform/contract/zod.ts'

export const wholeNumber = (most: number, least = 0) => z.coerce.number().int().min(least).max(most)

const blankIsAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

/**
 * @param expects what a good value is, as it is said of a wrong one
 * @param meaning what it is for, in a line
 */
export const defineSetting = <T extends z.ZodType>(schema: T, expects: string, meaning: string) =>
  blankIsAbsent(schema).meta({ description: expects, title: meaning })

/** A whole number with an end on both sides. */
export const wholeSetting = (usual: number, [least, most]: readonly [number, number], what: string, meaning: string) =>
  defineSetting(wholeNumber(most, least).default(usual), `${what} from ${least} to ${most}`, meaning)
