/** How the site that is shown writes numbers, dates and amounts. The frame provides it once for all parts. */
import { createContext, use } from 'react'
import { DEFAULT_LANGUAGE } from '#wording/numbers.ts'
import { createWording } from '#wording/wording.ts'

export const WordingContext = createContext(createWording({ language: DEFAULT_LANGUAGE, symbol: '£' }))

/** `const { count, shortDate } = useWording()`: the functions of `src/wording`, in the site's language, and its currency's symbol. */
export const useWording = () => use(WordingContext)
