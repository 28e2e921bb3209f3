import { useMemo } from 'react'
import { useLocation } from 'react-router'

/** The parameters of the address, the same object until they change. In the form of React Router's own hook, which brings its forms with it. */
export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useLocation()
  return useMemo(() => [new URLSearchParams(search)], [search])
}
