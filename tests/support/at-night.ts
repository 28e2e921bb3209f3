/** What the night alone tries: what is dear, and has a neighbour that looks at the same code by day. The rules: decision 7. */
import { test } from 'vitest'
import { isNightly } from './run-mode.ts'

/** A test that the day does not know: it neither runs nor counts as left out. */
export const testAtNight: (name: string, run: () => Promise<void> | void, timeout?: number) => void = isNightly ? test : () => undefined

/** Defines a test only where it applies: elsewhere it neither runs nor counts as left out. */
export const testWhere = (applies: boolean): typeof testAtNight => (applies ? test : () => undefined)

/** By night all of them, by day each n-th, beginning with the first. */
export const oneIn = <T>(n: number, all: readonly T[]): T[] => all.filter((_, at) => isNightly || at % n === 0)
