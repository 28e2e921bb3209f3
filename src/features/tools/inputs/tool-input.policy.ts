/** What a tool asks for, as data: the form, the API's schema and the address of a result are made from it. */
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'

export type InputKind = 'number' | 'whole' | 'choice' | 'choices' | 'flag' | 'postcode' | 'date' | 'slopes' | 'elements' | 'rooms'

/** Where an input comes from that the reader left empty: a value of ours, or the register's; the first whose `when` fits. */
export interface InputDefault {
  value?: string
  /** Key of a figure. */
  figure?: string
  /** The nation in which the postcode or region lies, where it lies in one alone. */
  isNationOfPlace?: boolean
  /** Values of inputs that stand before this one. */
  when?: Readonly<Record<string, string>>
}

export interface ToolInput {
  /** As in the address and the API. */
  name: string
  label: string
  unit: string
  kind: InputKind
  /** Of numbers, both included; of `slopes`, `elements` and `rooms` how many there may be. */
  min?: number
  max?: number
  choices?: readonly { value: string; label: string }[]
  /** None that fits: the reader must fill it in, unless it is optional. */
  defaults?: readonly InputDefault[]
  isOptional?: boolean
  /** Only asked where an input before has one of these values. */
  when?: Readonly<Record<string, readonly string[]>>
  /** Only asked when this one, which stands before it, is given. */
  onlyWith?: string
  /** Not asked when one of these, which stand before it, is given: it says the same, or wins. */
  unless?: readonly string[]
  /** What stands in the example that a tool's page opens with. */
  example?: string
  help?: string
}

export interface FabricElement {
  areaM2: number
  uValue: number
}

export interface RoomOnForm {
  lossWatts: number
  outputWatts: number
  roomCelsius: number
}

export type InputValue = number | string | boolean | readonly string[] | readonly Slope[] | readonly FabricElement[] | readonly RoomOnForm[]

export interface ReadInput {
  /** As it belongs into the address. */
  text: string
  value: InputValue
  whose: 'ours' | 'reader'
  unit: string
  /** The figure that a value of ours is. */
  figureKey?: string | undefined
}

export type InputErrors = Record<string, string>

/** The text of an input as its value, or what is wrong with it in words for the field. */
export type ParsedInput = { value: InputValue; text: string } | { error: string }
