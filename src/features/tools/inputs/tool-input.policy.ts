/** Defines the declarations of tool inputs, from which the form, the API's list of inputs and the URL of a result are derived. */
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'

export type InputKind = 'number' | 'whole' | 'choice' | 'choices' | 'flag' | 'postcode' | 'date' | 'slopes' | 'elements' | 'rooms'

/** Default of an empty input: a fixed value, a reference value or the nation of the place. The first default whose `when` matches applies. */
export interface InputDefault {
  value?: string
  /** Key of the reference value whose value is the default. */
  referenceKey?: string
  /** Whether the default is the nation of the postcode or region; there is none if that is in several nations. */
  isNationOfPlace?: boolean
  /** SAP regions to which the default is limited. */
  regions?: readonly number[]
  /** Texts that earlier inputs must have. */
  when?: Readonly<Record<string, string>>
  /** Texts that inputs must have as submitted, also inputs after this one. */
  whenSubmitted?: Readonly<Record<string, string>>
}

export interface ToolInput {
  /** Name of the query parameter and of the input in the API. */
  name: string
  label: string
  unit: string
  kind: InputKind
  /** Inclusive bounds of a number; for `slopes`, `elements` and `rooms` bounds of the number of rows. */
  min?: number
  max?: number
  /** Whether a share of 1 is refused: in a field for per cent it may mean 1% or 100%, and both are plausible. */
  isOneAmbiguous?: boolean
  choices?: readonly { value: string; label: string }[]
  /** Possible defaults; if none matches, the input is required unless `isOptional`. */
  defaults?: readonly InputDefault[]
  isOptional?: boolean
  /** Values that earlier inputs imply, whatever is submitted; the form does not ask for the input then. */
  implied?: readonly { value: string; when: Readonly<Record<string, readonly string[]>> }[]
  /** Error message of a missing input, where one of the inputs in `unless` applies and could be filled in instead. */
  missingMessage?: string
  /** The input applies only if each of these earlier inputs has one of the values. */
  when?: Readonly<Record<string, readonly string[]>>
  /** The input applies only if the reader filled in this earlier input. */
  onlyWith?: string
  /** The input does not apply if the reader filled in one of these earlier inputs, which replace it. */
  unless?: readonly string[]
  /** Value in the example that the tool page shows at first. */
  example?: string
  help?: string
  /** Path in `/art/`, without extension, of a drawing next to the question. Its choices are then radio buttons. */
  picture?: string
}

export interface FabricElement {
  areaM2: number
  uValue: number
}

export interface RoomInput {
  lossWatts: number
  outputWatts: number
  roomCelsius: number
}

export type InputValue = number | string | boolean | readonly string[] | readonly Slope[] | readonly FabricElement[] | readonly RoomInput[]

export interface ReadInput {
  /** Normalised text, as URLs contain it. */
  text: string
  value: InputValue
  origin: 'ours' | 'reader'
  unit: string
  /** Key of the reference value from which a default came; undefined for other inputs. */
  referenceKey?: string | undefined
}

export type InputErrors = Record<string, string>

/** Value and normalised text of a valid input, or an error message. */
export type ParsedInput = { value: InputValue; text: string } | { error: string }
