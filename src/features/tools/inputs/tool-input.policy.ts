/** Declarations of tool inputs, from which the form, the API's list of inputs and the URL of a result are derived. */
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'

export type InputKind = 'number' | 'whole' | 'choice' | 'choices' | 'flag' | 'postcode' | 'date' | 'slopes' | 'elements' | 'rooms'

/** Default of an empty input: a fixed value or a reference value. The first whose `when` matches applies. */
export interface InputDefault {
  value?: string
  /** Key of a reference value. */
  referenceKey?: string
  /** Use the nation of the postcode or region, if that is in one nation only. */
  isNationOfPlace?: boolean
  /** Required values of earlier inputs. */
  when?: Readonly<Record<string, string>>
}

export interface ToolInput {
  /** Query parameter and API name. */
  name: string
  label: string
  unit: string
  kind: InputKind
  /** Inclusive bounds of a number; for `slopes`, `elements` and `rooms` the number of rows. */
  min?: number
  max?: number
  choices?: readonly { value: string; label: string }[]
  /** If none matches, the input is required unless `isOptional`. */
  defaults?: readonly InputDefault[]
  isOptional?: boolean
  /** Applies only if each of these earlier inputs has one of the values. */
  when?: Readonly<Record<string, readonly string[]>>
  /** Applies only if this earlier input was filled in by the reader. */
  onlyWith?: string
  /** Does not apply if the reader filled in one of these earlier inputs, which replace it. */
  unless?: readonly string[]
  /** Value in the example that a tool page shows initially. */
  example?: string
  help?: string
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
  /** Normalised text, as used in URLs. */
  text: string
  value: InputValue
  origin: 'ours' | 'reader'
  unit: string
  /** Key of the reference value that a default came from. */
  referenceKey?: string | undefined
}

export type InputErrors = Record<string, string>

/** A parsed input, or a field error. */
export type ParsedInput = { value: InputValue; text: string } | { error: string }
