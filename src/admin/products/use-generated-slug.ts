import { useEffect, useEffectEvent } from 'react'
import { toSlug } from '#platform/text/slug.client.ts'

const PAUSE = 500

/** After a pause in typing the name, an empty slug is made from it. A filled one is left alone. */
export function useGeneratedSlug(name: string, slug: string, write: (slug: string) => void): void {
  const afterPause = useEffectEvent(() => {
    const made = toSlug(name)
    if (slug === '' && made !== '') write(made)
  })
  useEffect(() => {
    if (name === '') return
    const timer = setTimeout(afterPause, PAUSE)
    return () => clearTimeout(timer)
  }, [name])
}
