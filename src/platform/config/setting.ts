/** Helpers that define a setting with schema, description and default in one place. */
import { z } from '#platform/contract/zod.ts'

export const wholeNumber = (max: number, min = 0) => z.coerce.number().int().min(min).max(max)

const blankIsAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

/**
 * Adds description and purpose to the schema of a setting.
 * @param expects description of a valid value, used in the error message
 * @param purpose one sentence
 */
export const defineSetting = <T extends z.ZodType>(schema: T, expects: string, purpose: string) =>
  blankIsAbsent(schema).meta({ description: expects, title: purpose })

/** Defines a setting with a whole number. @param what noun phrase of a valid value, such as `a number of seconds` */
export const wholeSetting = (defaultValue: number, [min, max]: readonly [number, number], what: string, purpose: string) =>
  defineSetting(wholeNumber(max, min).default(defaultValue), `${what} from ${min} to ${max}`, purpose)
