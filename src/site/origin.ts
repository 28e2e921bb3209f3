/** Provides the origin of the current site, such as `https://example.org`, for absolute URLs. */
import { createContext, use } from 'react'

export const OriginContext = createContext('')
export const useOrigin = () => use(OriginContext)
