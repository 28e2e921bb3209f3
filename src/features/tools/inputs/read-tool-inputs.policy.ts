/** Reads a tool's inputs from query parameters: the reader's values first, then defaults, with an error for each invalid field. */
import { findNationOfPostcode, findNationOfRegion } from '#features/tools/places/postcode-nations.policy.ts'
import { NATIONS, type ReferenceValue, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'
import { CELLS_OF_ROW, joinCells } from './join-cells.policy.ts'
import { parseInput } from './parse-input.policy.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { InputDefault, InputErrors, ReadInput, ToolInput } from './tool-input.policy.ts'
import { ToolValues } from './tool-values.policy.ts'

/** Parsed URL query: repeated parameters are lists. */
export type ToolQuery = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ToolDeclaration {
  inputs: readonly ToolInput[]
  /** Validates inputs in combination. Called only if each is valid by itself. */
  check?: (values: ToolValues, referenceValues: ReferenceValues) => InputErrors
}

export type ReadInputs =
  | { isValid: true; values: ToolValues; read: ReadonlyMap<string, ReadInput> }
  /** `given` has all submitted texts, `read` only the valid inputs. */
  | { isValid: false; errors: InputErrors; given: Record<string, string>; read: ReadonlyMap<string, ReadInput> }

/** Reads and validates the inputs of a tool. */
export function readToolInputs(tool: ToolDeclaration, query: ToolQuery, referenceValues: ReferenceValues): ReadInputs {
  const errors: InputErrors = {}
  const read = new Map<string, ReadInput>()
  const texts = textsOfQuery(tool.inputs, query)
  const nationOfPlace = nationOfPlaceIn(texts)
  const nations = findNations(texts)
  for (const input of tool.inputs) {
    if (!isApplicable(input, read, errors)) continue
    const text = texts[input.name]
    if (Array.isArray(query[input.name]) && !LIST_KINDS.includes(input.kind)) errors[input.name] = 'Enter this only once.'
    else if (text !== undefined && text !== '') readSubmitted(input, text, referenceValues, read, errors)
    else if (!readDefault(input, nations, referenceValues, read, errors) && !input.isOptional && !errors[input.name]) {
      errors[input.name] = 'Please fill this in.'
    }
  }
  const values = new ToolValues(read, nationOfPlace)
  if (Object.keys(errors).length === 0) Object.assign(errors, tool.check?.(values, referenceValues))
  return Object.keys(errors).length > 0 ? { isValid: false, errors, given: texts, read } : { isValid: true, values, read }
}

/** Returns the example inputs that a tool page shows initially. */
export function exampleOf(tool: ToolDeclaration): Record<string, string> {
  return Object.fromEntries(tool.inputs.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])))
}

const LIST_KINDS: readonly string[] = ['choices', ...keysOf(CELLS_OF_ROW)]

/** Returns one trimmed text per submitted input of the tool; repeated cells are joined to rows. */
export function textsOfQuery(inputs: readonly ToolInput[], query: ToolQuery): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(query, name) ? query[name] : undefined
      return value === undefined ? [] : [[name, (typeof value === 'string' ? value : joinCells(kind, value)).trim()]]
    }),
  )
}

/** Whether an input applies, given those read before it. Inputs must be listed after the ones that they depend on. */
export function isApplicable(
  { when = {}, unless = [], onlyWith }: ToolInput,
  read: ReadonlyMap<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const isGiven = (name: string) => read.get(name)?.origin === 'reader' || errors[name] !== undefined
  if (unless.some(isGiven) || (onlyWith !== undefined && !isGiven(onlyWith))) return false
  return Object.entries(when).every(([name, values]) => values.includes(read.get(name)?.text ?? ''))
}

/** Uses the region only if there is no postcode. */
function nationOfPlaceIn({ postcode, region }: Record<string, string>): Nation | undefined {
  if (postcode) return findNationOfPostcode(postcode)
  return region ? findNationOfRegion(Number(region)) : undefined
}

function readSubmitted(input: ToolInput, text: string, { today }: ReferenceValues, read: Map<string, ReadInput>, errors: InputErrors) {
  const parsed = parseInput(input, text, today)
  if ('error' in parsed) errors[input.name] = parsed.error
  else read.set(input.name, { ...parsed, origin: 'reader', unit: input.unit })
}

export interface DefaultInput {
  text: string
  referenceValue?: ReferenceValue
  /** Set if the reference value does not apply in this nation. */
  excludedNation?: Nation
}

/** Returns the default of an empty input, which may depend on the inputs read before it. */
export function findDefaultInput(
  input: ToolInput,
  read: ReadonlyMap<string, ReadInput>,
  nations: readonly Nation[],
  referenceValues: ReferenceValues,
): DefaultInput | undefined {
  const chosen = input.defaults?.find((one) => matchesInputs(one, read) && (!one.isNationOfPlace || nations.length > 0))
  if (!chosen) return undefined
  const referenceValue = chosen.referenceKey === undefined ? undefined : referenceValues.find(chosen.referenceKey)
  const excludedNation = nations.find((one) => referenceValue && !referenceValue.nations.includes(one))
  const text = referenceValue ? String(referenceValue.value) : chosen.isNationOfPlace ? nations[0] : chosen.value
  if (text === undefined) return undefined
  return { text, ...(referenceValue ? { referenceValue } : {}), ...(excludedNation ? { excludedNation: excludedNation } : {}) }
}

/** Nations of the place and of the `nation` input. Both count, so that a wrong nation does not unlock reference values of another. */
export function findNations(texts: Record<string, string>): Nation[] {
  return [nationOfPlaceIn(texts), NATIONS.find((nation) => nation === texts['nation'])].flatMap((nation) => nation ?? [])
}

/** @returns whether a default was set; one that does not apply in the nation is a field error */
function readDefault(
  input: ToolInput,
  nations: readonly Nation[],
  referenceValues: ReferenceValues,
  read: Map<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const defaultInput = findDefaultInput(input, read, nations, referenceValues)
  if (!defaultInput) return false
  const { text, referenceValue, excludedNation } = defaultInput
  if (referenceValue && excludedNation) {
    errors[input.name] = `Our default (${referenceValue.label}) does not apply in ${NATION_NAMES[excludedNation]}. Enter your own.`
    return false
  }
  const parsed = parseInput(input, text, referenceValues.today)
  if ('error' in parsed) return false
  read.set(input.name, { ...parsed, origin: 'ours', unit: input.unit, referenceKey: referenceValue?.key })
  return true
}

const matchesInputs = ({ when = {} }: InputDefault, read: ReadonlyMap<string, ReadInput>) =>
  Object.entries(when).every(([name, value]) => read.get(name)?.text === value)

export const NATION_NAMES: Record<Nation, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}
