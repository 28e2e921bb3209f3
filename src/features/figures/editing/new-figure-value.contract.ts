/** Defines the request bodies for adding and confirming a value. */
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { Certainty, Nation } from '#features/figures/figure.contract.ts'
import { REFERENCE_VALUE_NOTE_MAX, SOURCE_TITLE_MAX, SOURCE_URL_MAX } from '#features/figures/figure-limits.policy.ts'

const INVALID_DATE = 'Must be a date'
const createDaySchema = () => z.iso.date(INVALID_DATE).refine((text) => /^[12]\d{3}-/.test(text), INVALID_DATE)
const isInFuture = (text: string) => Date.parse(text) > Date.now() + 86_400_000
const CheckedOnSchema = createDaySchema().refine((text) => !isInFuture(text), 'The date must not be in the future')
export const createAmountSchema = () => z.number('Please enter a number').min(-1e9).max(1e9)
const createTextSchema = (max: number, message: string) => singleLine().trim().min(1, message).max(max)

const fields = z.object({
  /** Value in the unit of the key; `null` while it is not known. */
  value: createAmountSchema().nullable(),
  low: createAmountSchema().nullable(),
  high: createAmountSchema().nullable(),
  nations: z
    .array(Nation)
    .min(1, 'Choose at least one nation.')
    .max(4)
    .transform((nations) => [...new Set(nations)]),
  validFrom: createDaySchema(),
  validTo: createDaySchema().nullable(),
  sourceTitle: createTextSchema(SOURCE_TITLE_MAX, 'Please enter the source.'),
  sourcePublisher: createTextSchema(SOURCE_TITLE_MAX, 'Please enter the publisher.'),
  sourceUrl: singleLine()
    .trim()
    .max(SOURCE_URL_MAX)
    .regex(/^(https:\/\/[^\s"<>]+|\/[a-z0-9/-]*)$/, 'Enter a URL that starts with https://, or a path of this site.'),
  checkedOn: CheckedOnSchema,
  dueOn: createDaySchema(),
  certainty: Certainty,
  note: z.string().trim().max(REFERENCE_VALUE_NOTE_MAX),
})
type Fields = z.infer<typeof fields>

const RULES: readonly [field: keyof Fields, message: string, isValid: (input: Fields) => boolean][] = [
  ['validTo', 'The end date is before the start date', ({ validFrom, validTo }) => validTo === null || validTo >= validFrom],
  ['dueOn', 'This is before the date of the check', ({ checkedOn, dueOn }) => dueOn >= checkedOn],
  ['low', 'The lowest value must not be above the value', ({ value, low }) => value === null || low === null || low <= value],
  ['high', 'The highest value must not be below the value', ({ value, high }) => value === null || high === null || high >= value],
  ['high', 'Enter both ends of the range', ({ low, high }) => (low === null) === (high === null)],
  [
    'note',
    'Explain why the value is unknown or uncertain',
    ({ note, value, certainty }) => note !== '' || (value !== null && certainty !== 'C'),
  ],
]
export const NewReferenceValue = fields.superRefine((input, issues) => {
  for (const [field, message, isValid] of RULES) if (!isValid(input)) issues.addIssue({ code: 'custom', path: [field], message })
})
export type NewReferenceValue = z.infer<typeof NewReferenceValue>

export const ReferenceValueCheck = z
  .object({ checkedOn: CheckedOnSchema, dueOn: createDaySchema() })
  .refine(({ checkedOn, dueOn }) => dueOn >= checkedOn, { path: ['dueOn'], message: 'This is before the date of the check' })
export type ReferenceValueCheck = z.infer<typeof ReferenceValueCheck>
