import { useEffect, useEffectEvent } from 'react'
import { toSlug } from '#platform/text/slug.client.ts'

const DEBOUNCE_MS = 500

/** Fills an empty slug from the name, debounced. Never overwrites a slug. */
export function useGeneratedSlug(name: string, slug: string, write: (slug: string) => void): void {
  const generate = useEffectEvent(() => {
    const generated = toSlug(name)
    if (slug === '' && generated !== '') write(generated)
  })
  useEffect(() => {
    if (name === '') return
    const timer = setTimeout(generate, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [name])
}
