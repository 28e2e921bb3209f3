/** Defines nightly tests, which are expensive and whose code a daily test covers as well (decision 7). */
import { test } from 'vitest'
import { isNightly } from './run-mode.ts'

/** Defines a nightly test; by day, it is neither run nor counted as skipped. */
export const testAtNight: (name: string, run: () => Promise<void> | void, timeout?: number) => void = isNightly ? test : () => undefined

/** Defines a test if it applies; otherwise it is neither run nor counted as skipped. */
export const testWhere = (applies: boolean): typeof testAtNight => (applies ? test : () => undefined)

/** Returns all elements at night, and every n-th by day, beginning with the first. */
export const oneIn = <T>(n: number, elements: readonly T[]): T[] => elements.filter((_, index) => isNightly || index % n === 0)
