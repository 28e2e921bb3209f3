/** Origin of the current site, for absolute URLs: `https://example.org`. */
import { createContext, use } from 'react'

export const OriginContext = createContext('')
export const useOrigin = () => use(OriginContext)
