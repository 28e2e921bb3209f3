import { useEffect, useState } from 'react'

/**
 * Returns the id of the section that is being read: the last one that starts in the top 30% of the window or above it. Undefined before the
 * first section.
 */
export function useCurrentSection(ids: string[]): string | undefined {
  const [currentId, setCurrentId] = useState<string>()
  const joinedIds = ids.join(' ')
  useEffect(() => {
    const elements = joinedIds.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    let frame = 0
    const updateCurrentId = () => {
      frame = 0
      const readingLine = innerHeight * 0.3
      setCurrentId(elements.findLast((element) => element.getBoundingClientRect().top <= readingLine)?.id)
    }
    const scheduleUpdate = () => void (frame ||= requestAnimationFrame(updateCurrentId))
    scheduleUpdate()
    addEventListener('scroll', scheduleUpdate, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', scheduleUpdate)
    }
  }, [joinedIds])
  return currentId
}
