/** User-facing messages for invalid input whose schema has no message. Zod's defaults name programming types. */
import type { z } from 'zod'
import { formatCount } from '#wording/counts.ts'

type Issue = z.core.$ZodRawIssue

const REQUIRED = 'This field is required.'
const NOT_VALID = 'This is not a valid value.'
const MAX_LISTED = 12

const TYPES: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
  date: 'This must be a date, such as 2026-05-31.',
}

const FORMATS: Record<string, string> = {
  email: 'Enter an email address, such as name@example.org.',
  url: 'Enter a full web address, such as https://example.org.',
  date: 'Enter a date, such as 2026-05-31.',
  datetime: 'Enter a date and time, such as 2026-05-31T12:00:00Z.',
  time: 'Enter a time, such as 12:30.',
}

/** Called by zod for each issue whose schema has no message. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? REQUIRED : (TYPES[issue.expected] ?? NOT_VALID)
    case 'too_small':
      return describeMinimum(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return describeMaximum(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not in the right format.'
    case 'invalid_value':
      return issue.values.length <= MAX_LISTED
        ? `Choose one of: ${issue.values.map(String).join(', ')}.`
        : 'Choose one of the values that are listed.'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return `This is not known here: ${issue.keys.join(', ')}.`
    default:
      return NOT_VALID
  }
}

const CHARACTERS = { one: 'character', other: 'characters' }

function describeMinimum(origin: string, min: number, isInclusive: boolean): string {
  if (origin === 'string') return min <= 1 ? REQUIRED : `Enter at least ${formatCount(min, CHARACTERS)}.`
  if (origin === 'array' || origin === 'set') return min <= 1 ? 'Choose at least one.' : `Choose at least ${min}.`
  return isInclusive ? `This must be ${min} or more.` : `This must be more than ${min}.`
}

function describeMaximum(origin: string, max: number, isInclusive: boolean): string {
  if (origin === 'string') return `Enter ${formatCount(max, CHARACTERS)} or fewer.`
  if (origin === 'array' || origin === 'set') return `Choose ${max} or fewer.`
  return isInclusive ? `This must be ${max} or less.` : `This must be less than ${max}.`
}
