/**
 * Goes from page to page in the browser: fetches a page's files, starts its loader, and then changes the address. React Router finds the page and
 * draws it; its own router does all that too, and much that this site has no use for (form actions, fetchers, waiting for data): 17 KB more.
 */
import {
  createPath,
  matchRoutes,
  NavigationType,
  parsePath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type Navigator,
  type Path,
  type RouteMatch,
  type RouteObject,
  type RouterContextProvider,
} from 'react-router'
import { loadRoutes, startLoaders } from './route-loading.ts'
import { ScrollPositions } from './scroll-positions.ts'

/** Where one is, and how one came there. */
export interface HistoryPlace {
  location: Location
  matches: RouteMatch[]
  action: NavigationType
  /** Its files could not be fetched, or its loader failed. */
  hasFailed: boolean
  /** Where to scroll to, in pixels from the top; `stay` where the page stays as it stands, undefined for the beginning. */
  scroll: number | 'stay' | undefined
}

/** Asked before one leaves. @param leave leaves after all @returns whether to stay for now */
export type LeaveQuestion = (leave: () => void) => boolean

interface Move {
  action: HistoryPlace['action']
  /** Changes the address; when going back or forth the browser has already done so. */
  enter?: () => void
  staysInPlace?: boolean
}

export class BrowserRouter {
  readonly #routes: RouteObject[]
  readonly #createContext: () => RouterContextProvider
  readonly #history = createBrowserHistory()
  readonly #scroll = new ScrollPositions()
  readonly #questions = new Set<LeaveQuestion>()
  #listener: (place: HistoryPlace) => void = () => undefined
  #moving: AbortController | undefined
  /** Of a step back that was taken back: the browser tells of that as well. */
  #ignoredSteps = 0
  /** The next step was asked about. */
  #passes = false
  #place: HistoryPlace
  #settled: Promise<void> = Promise.resolve()

  /**
   * @param first the routes of the first address, which must be loaded, and whether the server could not make its page
   */
  constructor(routes: RouteObject[], createContext: () => RouterContextProvider, first: Pick<HistoryPlace, 'matches' | 'hasFailed'>) {
    this.#routes = routes
    this.#createContext = createContext
    const { location } = this.#history
    const scroll = this.#scroll.findForFirst(location) ?? 'stay'
    this.#place = { location, ...first, action: NavigationType.Pop, scroll }
    this.#history.listen(({ location: to, delta }) => this.#onStep(to, delta))
  }

  get place(): HistoryPlace {
    return this.#place
  }

  /** When the move that is under way is over; at once when there is none. */
  get settled(): Promise<void> {
    return this.#settled
  }

  /** For React Router's links and `useNavigate`. */
  readonly navigator: Navigator = {
    createHref: (to) => this.#history.createHref(to),
    encodeLocation: (to) => this.#history.encodeLocation(to),
    createURL: (to) => this.#history.createURL(to),
    go: (steps) => this.#history.go(steps),
    push: (to, state, options) =>
      this.#ask(toPath(to), { action: NavigationType.Push, enter: () => this.#history.push(to, state), ...stayOf(options) }),
    replace: (to, state, options) =>
      this.#ask(toPath(to), { action: NavigationType.Replace, enter: () => this.#history.replace(to, state), ...stayOf(options) }),
  }

  /** @returns how to stop listening */
  listen(listener: (place: HistoryPlace) => void): () => void {
    this.#listener = listener
    const stop = this.#scroll.keep(() => this.#place.location)
    return () => {
      this.#listener = () => undefined
      stop()
    }
  }

  /** @returns how to ask no more */
  askBeforeLeaving(question: LeaveQuestion): () => void {
    this.#questions.add(question)
    return () => void this.#questions.delete(question)
  }

  #ask(to: Path, move: Move): void {
    const leave = () => void (this.#settled = this.#go(to, move))
    if (![...this.#questions].some((stays) => stays(leave))) leave()
  }

  /** The browser has gone back or forth. Whoever is asked first stays, so the step is taken back until they have answered. */
  #onStep(to: Location, delta: number | null): void {
    if (this.#ignoredSteps > 0) {
      this.#ignoredSteps -= 1
      return
    }
    const go = () => void (this.#settled = this.#go(to, { action: NavigationType.Pop }))
    const leave = () => {
      this.#passes = true
      this.#history.go(delta ?? 0)
    }
    const isAsked = delta !== null && delta !== 0 && !this.#passes && [...this.#questions].some((stays) => stays(leave))
    this.#passes = false
    if (!isAsked) return go()
    this.#ignoredSteps += 1
    this.#history.go(-(delta ?? 0))
  }

  async #go(to: Path, move: Move): Promise<void> {
    this.#moving?.abort()
    const moving = (this.#moving = new AbortController())
    this.#scroll.save(this.#place.location)
    const { location: from, matches: before } = this.#place
    const matches = this.#match(to)
    let hasFailed = false
    try {
      const isSection = to.hash !== '' && from.pathname === to.pathname && from.search === to.search && !this.#place.hasFailed
      if (!isSection) {
        await loadRoutes(matches)
        if (moving.signal.aborted) return
        const url = new URL(createPath(to), location.origin)
        const redirect = await startLoaders(matches, before, { url, signal: moving.signal, context: this.#createContext() })
        if (moving.signal.aborted) return
        if (redirect !== undefined) return await this.#redirect(redirect, move)
      }
    } catch (fault) {
      if (moving.signal.aborted) return
      console.error(fault)
      hasFailed = true
    }
    move.enter?.()
    const arrived = this.#history.location
    const scroll = this.#scroll.find(arrived) ?? (move.staysInPlace ? 'stay' : undefined)
    this.#place = { location: arrived, matches, action: move.action, hasFailed, scroll }
    this.#listener(this.#place)
  }

  /** A page of this site; all else is the browser's. */
  async #redirect(path: string, { action, staysInPlace = false }: Move): Promise<void> {
    const url = new URL(path, location.href)
    if (url.origin !== location.origin) return location.assign(url)
    const to = { pathname: url.pathname, search: url.search, hash: url.hash }
    const enter = () => (action === NavigationType.Push ? this.#history.push(to) : this.#history.replace(to))
    return this.#go(to, { action: action === NavigationType.Push ? action : NavigationType.Replace, enter, staysInPlace })
  }

  #match({ pathname }: Pick<Path, 'pathname'>): RouteMatch[] {
    return matchRoutes(this.#routes, pathname) ?? []
  }
}

const toPath = (to: Partial<Path> | string): Path => ({
  pathname: '/',
  search: '',
  hash: '',
  ...(typeof to === 'string' ? parsePath(to) : to),
})

const stayOf = (options: { preventScrollReset?: boolean | undefined } | undefined) => ({
  staysInPlace: options?.preventScrollReset ?? false,
})
