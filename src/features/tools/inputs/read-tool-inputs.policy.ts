/** Reads a tool's inputs from query parameters: the reader's values first, then defaults, with an error for each invalid field. */
import { findNationOfPostcode, findNationOfRegion } from '#features/tools/places/postcode-nations.policy.ts'
import { findRegionOfPostcode } from '#features/tools/places/postcode-regions.policy.ts'
import { NATIONS, type ReferenceValue, type ReferenceValues, type Nation } from '#features/figures/figures.policy.ts'
import { CELLS_OF_ROW, joinCells } from './join-cells.policy.ts'
import { parseInput } from './parse-input.policy.ts'
import { getOwn } from '#platform/client/get-own.client.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { InputDefault, InputErrors, ReadInput, ToolInput } from './tool-input.policy.ts'
import { ToolValues } from './tool-values.policy.ts'

/** Parsed URL query; repeated parameters are lists. */
export type ToolQuery = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ToolDeclaration {
  inputs: readonly ToolInput[]
  /** Validates the inputs in combination. It is called only if each input is valid by itself. */
  check?: (values: ToolValues, referenceValues: ReferenceValues) => InputErrors
}

export type ReadInputs =
  | { isValid: true; values: ToolValues; inputsByName: ReadonlyMap<string, ReadInput> }
  /** `given` has all submitted texts; the map has only the valid inputs. */
  | { isValid: false; errors: InputErrors; given: Record<string, string>; inputsByName: ReadonlyMap<string, ReadInput> }

/** Reads and validates the inputs of a tool. */
export function readToolInputs(tool: ToolDeclaration, query: ToolQuery, referenceValues: ReferenceValues): ReadInputs {
  const errors: InputErrors = {}
  const inputsByName = new Map<string, ReadInput>()
  const texts = readQueryTexts(tool.inputs, query)
  const nationOfPlace = findNationOfPlace(texts)
  const nations = findNations(texts)
  for (const input of tool.inputs) {
    const impliedText = findImpliedText(input, inputsByName)
    if (impliedText !== undefined) {
      inputsByName.set(input.name, { value: impliedText, text: impliedText, origin: 'ours', unit: input.unit })
      continue
    }
    if (!isApplicable(input, inputsByName, errors)) continue
    const text = texts[input.name]
    if (Array.isArray(query[input.name]) && !LIST_KINDS.includes(input.kind)) errors[input.name] = 'Enter this only once.'
    else if (text !== undefined && text !== '') readSubmitted(input, text, referenceValues, inputsByName, errors)
    else if (
      !readDefault(input, texts, nations, referenceValues, inputsByName, errors) &&
      !input.isOptional &&
      !errors[input.name] &&
      !dependsOnInvalid(input, errors)
    ) {
      errors[input.name] = (hasAlternative(tool, input, inputsByName, errors) && input.missingMessage) || 'Please fill this in.'
    }
  }
  const values = new ToolValues(inputsByName, nationOfPlace)
  if (Object.keys(errors).length === 0) Object.assign(errors, tool.check?.(values, referenceValues))
  return Object.keys(errors).length > 0 ? { isValid: false, errors, given: texts, inputsByName } : { isValid: true, values, inputsByName }
}

/** Returns the example inputs that a tool page shows initially. */
export function getExample(tool: ToolDeclaration): Record<string, string> {
  return Object.fromEntries(tool.inputs.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])))
}

const LIST_KINDS: readonly string[] = ['choices', ...keysOf(CELLS_OF_ROW)]

/** Returns one trimmed text per submitted input of the tool; repeated values are joined. */
export function readQueryTexts(inputs: readonly ToolInput[], query: ToolQuery): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(query, name) ? query[name] : undefined
      return value === undefined ? [] : [[name, (typeof value === 'string' ? value : joinCells(kind, value)).trim()]]
    }),
  )
}

/** Whether an input applies, judged by the inputs before it. An input must therefore be listed after those that it depends on. */
export function isApplicable(
  { when = {}, unless = [], onlyWith }: ToolInput,
  inputsByName: ReadonlyMap<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const isSubmitted = (name: string) => inputsByName.get(name)?.origin === 'reader' || errors[name] !== undefined
  if (unless.some(isSubmitted) || (onlyWith !== undefined && !isSubmitted(onlyWith))) return false
  return matchesChoices(when, inputsByName)
}

/** Whether the form asks for another input that can replace this one. The message of a missing input names it. */
const hasAlternative = (
  { inputs }: ToolDeclaration,
  { unless = [] }: ToolInput,
  inputsByName: ReadonlyMap<string, ReadInput>,
  errors: InputErrors,
): boolean => inputs.some((other) => unless.includes(other.name) && isApplicable(other, inputsByName, errors))

const matchesChoices = (when: Readonly<Record<string, readonly string[]>>, inputsByName: ReadonlyMap<string, ReadInput>) =>
  Object.entries(when).every(([name, values]) => values.includes(inputsByName.get(name)?.text ?? ''))

/** Returns the value that earlier inputs imply; undefined if the form has to ask for it. */
export const findImpliedText = ({ implied = [] }: ToolInput, inputsByName: ReadonlyMap<string, ReadInput>): string | undefined =>
  implied.find(({ when }) => matchesChoices(when, inputsByName))?.value

/** Returns the nation of the postcode, or of the region if there is no postcode; undefined if it is unknown or in several nations. */
function findNationOfPlace({ postcode, region }: Record<string, string>): Nation | undefined {
  if (postcode) return findNationOfPostcode(postcode)
  return region ? findNationOfRegion(Number(region)) : undefined
}

function readSubmitted(
  input: ToolInput,
  text: string,
  { day: today }: ReferenceValues,
  inputsByName: Map<string, ReadInput>,
  errors: InputErrors,
) {
  const parsed = parseInput(input, text, today)
  if ('error' in parsed) errors[input.name] = parsed.error
  else inputsByName.set(input.name, { ...parsed, origin: 'reader', unit: input.unit })
}

export interface DefaultInput {
  text: string
  referenceValue?: ReferenceValue
  /** Nation in which the reference value does not apply; undefined if it applies. */
  excludedNation?: Nation
}

/**
 * Returns the default of an empty input, which may depend on the inputs before it; undefined if there is none.
 * @param texts submitted texts by input
 */
export function findDefaultInput(
  input: ToolInput,
  texts: Readonly<Record<string, string>>,
  inputsByName: ReadonlyMap<string, ReadInput>,
  nations: readonly Nation[],
  referenceValues: ReferenceValues,
): DefaultInput | undefined {
  const inputDefault = input.defaults?.find(
    (candidate) =>
      matchesInputs(candidate, texts, inputsByName) &&
      (!candidate.isNationOfPlace || nations.length > 0) &&
      candidate.regions?.includes(findRegion(texts)) !== false,
  )
  if (!inputDefault) return undefined
  const referenceValue = inputDefault.referenceKey === undefined ? undefined : referenceValues.find(inputDefault.referenceKey)
  const excludedNation = nations.find((nation) => referenceValue && !referenceValue.nations.includes(nation))
  const text = referenceValue ? String(referenceValue.value) : inputDefault.isNationOfPlace ? nations[0] : inputDefault.value
  if (text === undefined) return undefined
  return { text, ...(referenceValue ? { referenceValue } : {}), ...(excludedNation ? { excludedNation } : {}) }
}

/** Returns the SAP region of the postcode, or the submitted region; 0 if there is neither. */
const findRegion = ({ postcode, region }: Readonly<Record<string, string>>): number =>
  (postcode ? findRegionOfPostcode(postcode.toUpperCase()) : undefined) ?? Number(region || 0)

/** Returns the nations of the place and of the `nation` input. Both count, so that a wrong nation does not unlock reference values of another. */
export function findNations(texts: Record<string, string>): Nation[] {
  return [findNationOfPlace(texts), NATIONS.find((nation) => nation === texts['nation'])].flatMap((nation) => nation ?? [])
}

/** Sets the default of an input, if it has one. Returns whether it was set; a default that does not apply in the nation becomes a field error. */
function readDefault(
  input: ToolInput,
  texts: Readonly<Record<string, string>>,
  nations: readonly Nation[],
  referenceValues: ReferenceValues,
  inputsByName: Map<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const defaultInput = findDefaultInput(input, texts, inputsByName, nations, referenceValues)
  if (!defaultInput) return false
  const { text, referenceValue, excludedNation } = defaultInput
  if (referenceValue && excludedNation) {
    errors[input.name] = `Our default (${referenceValue.label}) does not apply in ${NATION_NAMES[excludedNation]}. Enter your own.`
    return false
  }
  const parsed = parseInput(input, text, referenceValues.day)
  if ('error' in parsed) return false
  inputsByName.set(input.name, { ...parsed, origin: 'ours', unit: input.unit, referenceKey: referenceValue?.key })
  return true
}

/** Whether the default of an input depends on one with an error, whose correction may make the default apply. */
const dependsOnInvalid = ({ defaults = [] }: ToolInput, errors: InputErrors): boolean =>
  defaults.some(({ when = {} }) => Object.keys(when).some((name) => errors[name] !== undefined))

const matchesInputs = (
  { when = {}, whenSubmitted = {} }: InputDefault,
  texts: Readonly<Record<string, string>>,
  inputsByName: ReadonlyMap<string, ReadInput>,
) =>
  Object.entries(when).every(([name, value]) => inputsByName.get(name)?.text === value) &&
  Object.entries(whenSubmitted).every(([name, value]) => getOwn(texts, name) === value)

export const NATION_NAMES: Record<Nation, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}
