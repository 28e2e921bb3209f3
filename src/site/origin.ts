/** Where this site answers, for canonical links: `https://example.org`. */
import { createContext, use } from 'react'

export const OriginContext = createContext('')
export const useOrigin = () => use(OriginContext)
