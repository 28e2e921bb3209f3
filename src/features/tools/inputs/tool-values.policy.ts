import type { Nation } from '#features/figures/figures.policy.ts'
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'
import type { FabricElement, RoomInput, ReadInput } from './tool-input.policy.ts'

/** Typed access to parsed inputs by name. An absent input was optional or did not apply. */
export class ToolValues {
  readonly #read: ReadonlyMap<string, ReadInput>
  /** Nation of the postcode or region; undefined if that is in several nations. */
  readonly nationOfPlace: Nation | undefined

  constructor(read: ReadonlyMap<string, ReadInput>, nationOfPlace: Nation | undefined) {
    this.#read = read
    this.nationOfPlace = nationOfPlace
  }

  has(name: string): boolean {
    return this.#read.has(name)
  }

  /** Whether the reader filled it in, as opposed to a default. */
  isOwn(name: string): boolean {
    return this.#read.get(name)?.origin === 'reader'
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#read.get(name)?.value
    return typeof value === 'number' ? value : undefined
  }

  /** @throws TypeError if the input is absent, which is an error in the tool's declaration */
  number(name: string): number {
    const value = this.optionalNumber(name)
    if (value === undefined) throw new TypeError(`The input ${name} is no number.`)
    return value
  }

  flag(name: string): boolean {
    return this.#read.get(name)?.value === true
  }

  text(name: string): string {
    const value = this.#read.get(name)?.value
    return typeof value === 'string' ? value : ''
  }

  /** @throws TypeError if the value is none of `choices`, which is an error in the tool's declaration */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === this.text(name))
    if (found === undefined) throw new TypeError(`The input ${name} has none of its choices.`)
    return found
  }

  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] {
    const value = this.#read.get(name)?.value
    return Array.isArray(value) ? choices.filter((choice) => (value as readonly unknown[]).includes(choice)) : []
  }

  slopes(name: string): readonly Slope[] {
    return this.#list<Slope>(name)
  }

  elements(name: string): readonly FabricElement[] {
    return this.#list<FabricElement>(name)
  }

  rooms(name: string): readonly RoomInput[] {
    return this.#list<RoomInput>(name)
  }

  /** Unchecked cast: the parser builds the rows by the input's kind. */
  #list<Row>(name: string): readonly Row[] {
    const value = this.#read.get(name)?.value
    return Array.isArray(value) ? (value as readonly Row[]) : []
  }
}
