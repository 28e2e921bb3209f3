import { createContext, use } from 'react'
import { useLocation } from 'react-router'

/** What the server answered to the form that this page was posted with, without a script. */
export const PlainFormContext = createContext<unknown>(undefined)

/** @returns undefined for a page that was not posted to. Its shape is that of the page's action */
export function usePlainFormResponse<T>(): T | undefined {
  const response = use(PlainFormContext) as T | undefined
  // Whoever goes on to another page starts anew there.
  return useLocation().key === 'default' ? response : undefined
}
