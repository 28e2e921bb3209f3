import { useEffect, useState } from 'react'

/** The id of the section that is being read. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const all = ids.join(' ')
  useEffect(() => {
    const elements = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const look = () => {
      frame = 0
      const line = innerHeight * 0.3
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top <= line)?.id)
    }
    const soon = () => void (frame ||= requestAnimationFrame(look))
    soon()
    addEventListener('scroll', soon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
    }
  }, [all])
  return current
}
