/** The page at an address, as the server writes it and as the browser takes it over: the same tree on both sides. */
import { Component, createContext, startTransition, use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { renderMatches, Router, type Location, type Navigator, type RouteMatch } from 'react-router'
import type { BrowserRouter, HistoryPlace } from './browser-router.ts'

const RouterContext = createContext<BrowserRouter | undefined>(undefined)
const PlaceContext = createContext<HistoryPlace | undefined>(undefined)

interface PageProps {
  location: Location
  matches: RouteMatch[]
  hasFailed: boolean
  /** Stands there when the page cannot be drawn. */
  failure: ReactNode
}

/** On the server nobody goes anywhere. */
const noNavigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`),
  go: () => undefined,
  push: () => undefined,
  replace: () => undefined,
}

export function ServerPage(page: PageProps) {
  return (
    <Router location={page.location} navigator={noNavigator} static>
      <Drawn {...page} />
    </Router>
  )
}

export function BrowserPage({ router, failure }: { router: BrowserRouter; failure: ReactNode }) {
  const [place, setPlace] = useState(router.place)
  useLayoutEffect(() => router.listen((next) => startTransition(() => setPlace(next))), [router])
  const { location, action, matches, hasFailed } = place
  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>
        <Router location={location} navigationType={action} navigator={router.navigator}>
          <Drawn location={location} matches={matches} hasFailed={hasFailed} failure={failure} />
        </Router>
      </PlaceContext>
    </RouterContext>
  )
}

function Drawn({ location, matches, hasFailed, failure }: PageProps) {
  return (
    <Boundary location={location} failure={failure}>
      {hasFailed ? failure : renderMatches(matches)}
    </Boundary>
  )
}

interface BoundaryState {
  isBroken: boolean
  location: Location
}

/** What breaks while a page is drawn does not take the site with it. The next page is tried again. */
class Boundary extends Component<{ location: Location; failure: ReactNode; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { isBroken: false, location: this.props.location }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ location }: { location: Location }, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { isBroken: false, location }
  }

  override render() {
    return this.state.isBroken ? this.props.failure : this.props.children
  }
}

/** Puts a new page at its beginning, at the section that its address names, or where it was when one left it. */
export function ScrollRestoration(): null {
  const place = use(PlaceContext)
  useLayoutEffect(() => {
    if (!place || place.scroll === 'stay') return
    const section = place.scroll === undefined ? findSection(place.location.hash) : null
    if (section) section.scrollIntoView()
    else scrollTo(0, place.scroll ?? 0)
  }, [place])
  return null
}

function findSection(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** In the browser; nobody moves on the server. */
export const useRouter = (): BrowserRouter | undefined => use(RouterContext)

/** @returns waits for the move that has just been asked for */
export function useArrival(): () => Promise<void> {
  const router = useRouter()
  return async () => router?.settled
}

/** Asks before another page is gone to. @returns how to leave and how to stay, while that is asked */
export function useBlocker(isBlocking: () => boolean): { leave: () => void; stay: () => void } | undefined {
  const router = useRouter()
  const [leave, setLeave] = useState<() => void>()
  useEffect(
    () =>
      router?.askBeforeLeaving((go) => {
        const isAsked = isBlocking()
        if (isAsked) setLeave(() => go)
        return isAsked
      }),
    [router, isBlocking],
  )
  const end = () => setLeave(undefined)
  return (
    leave && {
      stay: end,
      leave: () => {
        end()
        leave()
      },
    }
  )
}
