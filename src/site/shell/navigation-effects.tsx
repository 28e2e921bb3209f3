/** Scroll position and focus after navigation. */
import { useEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/** How long to wait for the target section, as its content may be rendered after the navigation. */
const WAIT_MS = 5000

export function NavigationEffects() {
  const { pathname, hash, key } = useLocation()
  const isHistoryNavigation = useNavigationType() === 'POP'
  const lastLocation = useRef({ pathname, key })

  useEffect(() => {
    const before = lastLocation.current
    lastLocation.current = { pathname, key }
    if (before.key === key) return
    // On history navigation ScrollRestoration restores the scroll position instead.
    if (hash && !isHistoryNavigation) return whenPresent(hash, (section) => focusSection(section))
    if (before.pathname === pathname) return
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

/** Calls back once when the section is in the document, for up to 5 s. Returns a function that stops waiting. */
function whenPresent(hash: string, onFound: (section: HTMLElement) => void): () => void {
  const find = () => document.getElementById(hash.slice(1))
  const existing = find()
  if (existing) {
    onFound(existing)
    return () => {}
  }
  const observer = new MutationObserver(() => {
    const section = find()
    if (!section) return
    stop()
    onFound(section)
  })
  const timer = setTimeout(() => stop(), WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
