import { useEffect, useEffectEvent } from 'react'
import { toSlug } from '#platform/text/slug.client.ts'

const DEBOUNCE_MS = 500

/** Fills an empty slug from the name, after a pause in typing. Never overwrites a slug. */
export function useGeneratedSlug(name: string, slug: string, onSlugChange: (slug: string) => void): void {
  const generate = useEffectEvent(() => {
    const generated = toSlug(name)
    if (slug === '' && generated !== '') onSlugChange(generated)
  })
  useEffect(() => {
    if (name === '') return
    const timer = setTimeout(generate, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])
}
