/** React context with the site's formats for numbers, dates and amounts. The layout provides it once. */
import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { createWording } from '#wording/wording.ts'

export const WordingContext = createContext(createWording({ language: DEFAULT_LANGUAGE, symbol: '£' }))

/** Returns the formatting functions of `src/wording` for the site's language and currency: `const { count, shortDate } = useWording()`. */
export const useWording = () => use(WordingContext)
