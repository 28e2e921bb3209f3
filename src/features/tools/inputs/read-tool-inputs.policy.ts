/** A query's parameters as the inputs of a tool: one's own figures first, ours where they are missing, and an error for each field that is wrong. */
import { findNationOfPostcode, findNationOfRegion } from '#features/tools/places/postcode-nations.policy.ts'
import { NATIONS, type Figure, type Figures, type Nation } from '#features/figures/figures.policy.ts'
import { CELLS_OF_ROW, joinCells } from './join-cells.policy.ts'
import { parseInput } from './parse-input.policy.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { InputDefault, InputErrors, ReadInput, ToolInput } from './tool-input.policy.ts'
import { ToolValues } from './tool-values.policy.ts'

/** As a URL's query is read: what is given twice is a list. */
export type InputTexts = Readonly<Record<string, string | readonly string[] | undefined>>

export interface AskingTool {
  inputs: readonly ToolInput[]
  /** What only several inputs together can get wrong. */
  check?: (values: ToolValues, figures: Figures) => InputErrors
}

export type ReadInputs =
  | { isRead: true; values: ToolValues; read: ReadonlyMap<string, ReadInput> }
  /** The other fields keep what was given; `read` has those that are right. */
  | { isRead: false; errors: InputErrors; given: Record<string, string>; read: ReadonlyMap<string, ReadInput> }

/** Reads and checks the inputs of a tool. With an error nothing is to be reckoned. */
export function readToolInputs(tool: AskingTool, given: InputTexts, figures: Figures): ReadInputs {
  const errors: InputErrors = {}
  const read = new Map<string, ReadInput>()
  const texts = textsOfGiven(tool.inputs, given)
  const nationOfPlace = nationOfPlaceIn(texts)
  const nations = nationsOfTexts(texts)
  for (const input of tool.inputs) {
    if (!isAsked(input, read, errors)) continue
    const text = texts[input.name]
    if (Array.isArray(given[input.name]) && !LIST_KINDS.includes(input.kind)) errors[input.name] = 'This was given twice. Give it once.'
    else if (text !== undefined && text !== '') readOwn(input, text, figures, read, errors)
    else if (!readOurs(input, nations, figures, read, errors) && !input.isOptional && !errors[input.name]) {
      errors[input.name] = 'Please fill this in.'
    }
  }
  const values = new ToolValues(read, nationOfPlace)
  // What hangs together is only looked at when each is right by itself.
  if (Object.keys(errors).length === 0) Object.assign(errors, tool.check?.(values, figures))
  return Object.keys(errors).length > 0 ? { isRead: false, errors, given: texts, read } : { isRead: true, values, read }
}

/** The example that a tool's page opens with. */
export function exampleOf(tool: AskingTool): Record<string, string> {
  return Object.fromEntries(tool.inputs.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])))
}

const LIST_KINDS: readonly string[] = ['choices', ...keysOf(CELLS_OF_ROW)]

/** What was given as one text for each input that the tool has: what comes in cells is joined to rows. */
export function textsOfGiven(inputs: readonly ToolInput[], given: InputTexts): Record<string, string> {
  return Object.fromEntries(
    inputs.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      return value === undefined ? [] : [[name, (typeof value === 'string' ? value : joinCells(kind, value)).trim()]]
    }),
  )
}

/** Whether nothing that was read stands in its way. Inputs on which others depend stand before them. */
export function isAsked(
  { when = {}, unless = [], onlyWith }: ToolInput,
  read: ReadonlyMap<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const isGiven = (name: string) => read.get(name)?.whose === 'reader' || errors[name] !== undefined
  if (unless.some(isGiven) || (onlyWith !== undefined && !isGiven(onlyWith))) return false
  return Object.entries(when).every(([name, values]) => values.includes(read.get(name)?.text ?? ''))
}

/** Of the region only where no postcode is given. */
function nationOfPlaceIn({ postcode, region }: Record<string, string>): Nation | undefined {
  if (postcode) return findNationOfPostcode(postcode)
  return region ? findNationOfRegion(Number(region)) : undefined
}

function readOwn(input: ToolInput, text: string, { today }: Figures, read: Map<string, ReadInput>, errors: InputErrors) {
  const parsed = parseInput(input, text, today)
  if ('error' in parsed) errors[input.name] = parsed.error
  else read.set(input.name, { ...parsed, whose: 'reader', unit: input.unit })
}

export interface DefaultInput {
  text: string
  figure?: Figure
  /** It does not hold in this nation. */
  notIn?: Nation
}

/** What stands for an input that is left empty, by what was read before it. */
export function findDefaultInput(
  input: ToolInput,
  read: ReadonlyMap<string, ReadInput>,
  nations: readonly Nation[],
  figures: Figures,
): DefaultInput | undefined {
  const chosen = input.defaults?.find((one) => isFitting(one, read) && (!one.isNationOfPlace || nations.length > 0))
  if (!chosen) return undefined
  const figure = chosen.figure === undefined ? undefined : figures.find(chosen.figure)
  const notIn = nations.find((one) => figure && !figure.nations.includes(one))
  const text = figure ? String(figure.value) : chosen.isNationOfPlace ? nations[0] : chosen.value
  if (text === undefined) return undefined
  return { text, ...(figure ? { figure } : {}), ...(notIn ? { notIn } : {}) }
}

/** Of the postcode or region and of the nation that was chosen: a wrong nation beside a right postcode must not let our figures in. */
export function nationsOfTexts(texts: Record<string, string>): Nation[] {
  return [nationOfPlaceIn(texts), NATIONS.find((nation) => nation === texts['nation'])].flatMap((nation) => nation ?? [])
}

/** @returns whether there is a default; one that does not hold in this nation is an error at the field */
function readOurs(
  input: ToolInput,
  nations: readonly Nation[],
  figures: Figures,
  read: Map<string, ReadInput>,
  errors: InputErrors,
): boolean {
  const ours = findDefaultInput(input, read, nations, figures)
  if (!ours) return false
  const { text, figure, notIn } = ours
  if (figure && notIn) {
    errors[input.name] = `Our figure (${figure.label}) does not hold in ${NATION_NAMES[notIn]}. Give your own.`
    return false
  }
  const parsed = parseInput(input, text, figures.today)
  if ('error' in parsed) return false
  read.set(input.name, { ...parsed, whose: 'ours', unit: input.unit, figureKey: figure?.key })
  return true
}

const isFitting = ({ when = {} }: InputDefault, read: ReadonlyMap<string, ReadInput>) =>
  Object.entries(when).every(([name, value]) => read.get(name)?.text === value)

export const NATION_NAMES: Record<Nation, string> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}
