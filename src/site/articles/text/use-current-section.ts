import { useEffect, useState } from 'react'

/** Returns the id of the section being read: the last one that starts above 30% of the window's height. */
export function useCurrentSection(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const joinedIds = ids.join(' ')
  useEffect(() => {
    const elements = joinedIds.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const update = () => {
      frame = 0
      const line = innerHeight * 0.3
      setCurrent(elements.findLast((element) => element.getBoundingClientRect().top <= line)?.id)
    }
    const scheduleUpdate = () => void (frame ||= requestAnimationFrame(update))
    scheduleUpdate()
    addEventListener('scroll', scheduleUpdate, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
    }
  }, [joinedIds])
  return current
}
