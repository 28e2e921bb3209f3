/** The session as the browser knows it. The server authenticates every call itself. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { actingMember } from '#platform/client/acting-user.client.ts'
import { api, isSignedOut, onUnauthorized } from '#platform/client/api.client.ts'
import { hasFilledForm, onFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { ADMIN_FLAG, sessionQuery, type Session, type SignedIn } from './session.client.ts'

export type { SignedIn }

/** localStorage key written at each sign-in and sign-out, to notify other tabs. */
const SESSION_CHANGED_KEY = 'session-changed'
const listeners = new Set<() => void>()

/**
 * Provided once per page (src/site/document.tsx), because every post has buttons that need it. `null` while a shared cached page is
 * hydrated and until its session has loaded.
 */
export const SignedInContext = createContext<SignedIn | null>(null)

/** Whether the server has rendered a shared page, without a session. */
export const SharedPageContext = createContext(false)

export const useSessionQuery = (): SignedIn | null => useQuery(sessionQuery()).data?.user ?? null

export const useSignedIn = (): SignedIn | null => use(SignedInContext)

/**
 * `false` while a shared page is rendered on the server, and in the browser until the session has loaded. Until then the page contains the
 * elements of visitors and of members; `data-for` selects them (src/ui/styles/base.css).
 */
export function useIsSessionKnown(): boolean {
  const isShared = use(SharedPageContext)
  const isMounted = useMounted()
  const { data } = useQuery(sessionQuery())
  return data !== undefined && (isMounted || !isShared)
}

/** Whether the member hint cookie exists (member-hint.service.ts). Works only in the browser. */
export const hasMemberHint = (): boolean => /(?:^|; )(?:__Host-)?member=/.test(document.cookie)

/** Whether the session is an administrator's and the browser has the flag. The server cannot see the flag and checks the session only. */
export function useIsAdmin(): boolean {
  const flag = useSyncExternalStore(onFlagChange, readFlag, () => true)
  return useSignedIn()?.isAdmin === true && flag
}

/** Starts or ends the session in the browser. The only place that does; removes all per-user queries. */
export function storeSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.removeQueries({ predicate: ({ queryKey }) => isPerUser(queryKey[0]) })
  setAdminFlag(session.user?.isAdmin === true)
  write(SESSION_CHANGED_KEY, String(Date.now()))
}

/** Ends the session in this browser. Keeps drafts, because the session may have expired. */
export const endOwnSession = (queryClient: QueryClient): void => storeSession(queryClient, { user: null })

/** Called after sign-out: also removes the member's drafts, because the device may be shared. */
export async function signOutHere(queryClient: QueryClient): Promise<void> {
  const memberId = queryClient.getQueryData<Session>(sessionQuery().queryKey)?.user?.id ?? actingMember()
  endOwnSession(queryClient)
  if (memberId === undefined) return
  // The chunk may fail to load offline; the drafts then expire by age.
  const drafts = await import('#platform/client/forms/draft-store.client.ts').catch(() => undefined)
  drafts?.removeDraftsOf(memberId)
}

export function setAdminFlag(on: boolean): void {
  write(ADMIN_FLAG, on ? 'true' : undefined)
  for (const listener of listeners) listener()
}

/**
 * Detects a session that was ended elsewhere from the first 401 response. Waits while a form is filled in: the form shows its own
 * message.
 */
export function useRemoteSignOut(queryClient: QueryClient): void {
  useEffect(() => {
    let hasEnded = false
    const end = () => {
      if (!hasEnded || hasFilledForm()) return
      hasEnded = false
      endOwnSession(queryClient)
    }
    const stopUnauthorized = onUnauthorized((error) => {
      const cached = queryClient.getQueryData<Session>(sessionQuery().queryKey)
      hasEnded ||= isSignedOut(error) && Boolean(cached?.user)
      end()
    })
    const stopForms = onFilledForms(end)
    return () => {
      stopUnauthorized()
      stopForms()
    }
  }, [queryClient])
}

/** Refetches the session when another tab has changed it. A sign-out waits while a form is filled in. */
export function useSessionSync(queryClient: QueryClient): void {
  useEffect(() => {
    let isWaiting = false
    const refetch = () => void queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    const listen = async ({ key }: StorageEvent) => {
      if (key !== SESSION_CHANGED_KEY) return
      if (!hasFilledForm()) return refetch()
      const session = await api('GET /api/session').catch(() => undefined)
      if (session?.user || !hasFilledForm()) refetch()
      else isWaiting = true
    }
    const onForms = () => {
      if (!isWaiting || hasFilledForm()) return
      isWaiting = false
      refetch()
    }
    const onStorage = (event: StorageEvent) => void listen(event)
    // A page from the back/forward cache has missed the storage events of other tabs.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      if (hasMemberHint() || hasFilledForm()) refetch()
      else endOwnSession(queryClient)
    }
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onShow)
    const stopForms = onFilledForms(onForms)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', onShow)
      stopForms()
    }
  }, [queryClient])
}

const isPerUser = (path: unknown) => typeof path === 'string' && /^\/api\/(me|votes|admin)\b/.test(path)

function readFlag(): boolean {
  try {
    return localStorage.getItem(ADMIN_FLAG) === 'true'
  } catch {
    return false
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the flag stays unset; the session itself is a cookie.
  }
}

function onFlagChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
