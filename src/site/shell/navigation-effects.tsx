/** What a page change means beyond the new content: where the page stands and where the keyboard is. */
import { useEffect, useRef } from 'react'
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router'

/** Content asked for on a move may arrive after it: so long a section is waited for. */
const WAIT_MS = 5000

export function NavigationEffects() {
  const { pathname, hash, key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const last = useRef({ pathname, key })

  useEffect(() => {
    const before = last.current
    last.current = { pathname, key }
    if (before.key === key) return
    // Going back, the old place is restored.
    if (hash && !isBack) return whenThere(hash, (section) => moveTo(section))
    if (before.pathname === pathname) return
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname, hash, key, isBack])

  return <ScrollRestoration />
}

function moveTo(section: HTMLElement): void {
  section.scrollIntoView()
  if (!section.matches('a, button, input, select, textarea, [tabindex]')) section.tabIndex = -1
  section.focus({ preventScroll: true })
}

/** Calls once when the section is in the page; returns how to stop waiting. */
function whenThere(hash: string, found: (section: HTMLElement) => void): () => void {
  const find = () => document.getElementById(hash.slice(1))
  const now = find()
  if (now) {
    found(now)
    return () => {}
  }
  const observer = new MutationObserver(() => {
    const section = find()
    if (!section) return
    stop()
    found(section)
  })
  const timer = setTimeout(() => stop(), WAIT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  return stop
}
