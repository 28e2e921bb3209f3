import type { Nation } from '#features/figures/figures.policy.ts'
import type { Slope } from '#features/tools/sums/solar-yield.policy.ts'
import type { FabricElement, RoomInput, ReadInput } from './tool-input.policy.ts'

/** Reads parsed inputs by name and type. An input that is absent was optional or did not apply. */
export class ToolValues {
  readonly #inputsByName: ReadonlyMap<string, ReadInput>
  /** Nation of the postcode or region; undefined if neither was entered or it is in several nations. */
  readonly nationOfPlace: Nation | undefined

  constructor(inputsByName: ReadonlyMap<string, ReadInput>, nationOfPlace: Nation | undefined) {
    this.#inputsByName = inputsByName
    this.nationOfPlace = nationOfPlace
  }

  has(name: string): boolean {
    return this.#inputsByName.has(name)
  }

  /** Whether the reader filled in the input; false if its default applies or it is absent. */
  isFilledIn(name: string): boolean {
    return this.#inputsByName.get(name)?.origin === 'reader'
  }

  /** Whether the default of the input applies; false if the reader filled it in or it is absent. */
  isDefault(name: string): boolean {
    return this.#inputsByName.get(name)?.origin === 'ours'
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#inputsByName.get(name)?.value
    return typeof value === 'number' ? value : undefined
  }

  /**
   * Returns the value of a number.
   * @throws TypeError if the input is absent, which is an error in the tool's declaration
   */
  number(name: string): number {
    const value = this.optionalNumber(name)
    if (value === undefined) throw new TypeError(`The input ${name} is no number.`)
    return value
  }

  flag(name: string): boolean {
    return this.#inputsByName.get(name)?.value === true
  }

  text(name: string): string {
    const value = this.#inputsByName.get(name)?.value
    return typeof value === 'string' ? value : ''
  }

  /**
   * Returns the value of a choice, typed as one of `choices`.
   * @throws TypeError if the value is none of them, which is an error in the tool's declaration
   */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const selected = choices.find((choice) => choice === this.text(name))
    if (selected === undefined) throw new TypeError(`The input ${name} has none of its choices.`)
    return selected
  }

  choices<Choice extends string>(name: string, choices: readonly Choice[]): Choice[] {
    const value = this.#inputsByName.get(name)?.value
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

  /** Casts without a check: the parser builds the rows by the input's kind. */
  #list<Row>(name: string): readonly Row[] {
    const value = this.#inputsByName.get(name)?.value
    return Array.isArray(value) ? (value as readonly Row[]) : []
  }
}
