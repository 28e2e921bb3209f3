/** Sets scroll position and focus after a navigation. */
import { useEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/** Max time to wait for the target section, which may be rendered after the navigation. */
const MAX_WAIT_MS = 5000

export function NavigationEffects() {
  const { pathname, hash, key } = useLocation()
  const isHistoryNavigation = useNavigationType() === 'POP'
  const lastLocation = useRef({ pathname, key })

  useEffect(() => {
    const previousLocation = lastLocation.current
    lastLocation.current = { pathname, key }
    if (previousLocation.key === key) return
    // After a history navigation, ScrollRestoration restores the scroll position instead.
    if (hash && !isHistoryNavigation) return waitForSection(hash, (section) => focusSection(section))
    if (previousLocation.pathname === pathname) return
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname, hash, key, isHistoryNavigation])

  return <ScrollRestoration />
}

function focusSection(section: HTMLElement): void {
  section.scrollIntoView()
  if (!section.matches('a, button, input, select, textarea, [tabindex]')) section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** Calls `onFound` once, as soon as the document contains the section. Gives up after 5 s. @returns function that stops waiting */
function waitForSection(hash: string, onFound: (section: HTMLElement) => void): () => void {
  const findSection = () => document.getElementById(hash.slice(1))
  const existingSection = findSection()
  if (existingSection) {
    onFound(existingSection)
    return () => {}
  }
  const observer = new MutationObserver(() => {
    const section = findSection()
    if (!section) return
    stop()
    onFound(section)
  })
  const timer = setTimeout(() => stop(), MAX_WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
