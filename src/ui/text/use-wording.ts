/** Context with the site's formats of numbers, dates and amounts, provided once by the layout. */
import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { createWording } from '#wording/wording.ts'

export const WordingContext = createContext(createWording({ language: DEFAULT_LANGUAGE, symbol: '£' }))

/** Returns the functions of `src/wording` for the site's language and currency: `const { count, shortDate } = useWording()`. */
export const useWording = () => use(WordingContext)
