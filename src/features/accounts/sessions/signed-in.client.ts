/** Keeps the browser's copy of the session and synchronises it between tabs. The server authenticates every call itself. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { actingMember } from '#platform/client/acting-user.client.ts'
import { api, isSignedOut, onUnauthorized } from '#platform/client/api.client.ts'
import { hasFilledForm, onFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { ADMIN_FLAG, sessionQuery, type Session, type SignedIn } from './session.client.ts'

export type { SignedIn }

/** The localStorage key that is written at each sign-in and sign-out, to notify other tabs. */
const SESSION_CHANGED_KEY = 'session-changed'
const listeners = new Set<() => void>()

/**
 * Provides the signed-in member to the whole page (src/site/document.tsx), because every post has buttons that need it. The value is `null`
 * for visitors, and on a shared cached page until the session has loaded.
 */
export const SignedInContext = createContext<SignedIn | null>(null)

/** Whether the server has rendered a shared page, which contains no session. */
export const SharedPageContext = createContext(false)

export const useSessionQuery = (): SignedIn | null => useQuery(sessionQuery()).data?.user ?? null

export const useSignedIn = (): SignedIn | null => use(SignedInContext)

/**
 * Returns `false` while a shared page is rendered on the server, and in the browser until the session has loaded. Until then, the page
 * contains the elements for visitors and those for members, and `data-for` selects which are visible (src/ui/styles/base.css).
 */
export function useIsSessionKnown(): boolean {
  const isShared = use(SharedPageContext)
  const isMounted = useMounted()
  const { data } = useQuery(sessionQuery())
  return data !== undefined && (isMounted || !isShared)
}

/** Whether the cookie of member-hint.service.ts exists. Works only in the browser. */
export const hasMemberHint = (): boolean => /(?:^|; )(?:__Host-)?member=/.test(document.cookie)

/** Whether the session is an administrator's and the browser has the flag. The server cannot see the flag and checks only the session. */
export function useIsAdmin(): boolean {
  const flag = useSyncExternalStore(onAdminFlagChange, readAdminFlag, () => true)
  return useSignedIn()?.isAdmin === true && flag
}

/** Starts or ends the session in the browser, and removes all inactive and per-user queries. No other code may change the session query. */
export function storeSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.removeQueries({ predicate: ({ queryKey }) => isPerUser(queryKey[0]) })
  setAdminFlag(session.user?.isAdmin === true)
  writeStorage(SESSION_CHANGED_KEY, String(Date.now()))
}

/** Ends the session in this browser. Does not remove drafts, because the session may only have expired. */
export const endOwnSession = (queryClient: QueryClient): void => storeSession(queryClient, { user: null })

/** Ends the session in this browser after sign-out, and removes the member's drafts, because the device may be shared. */
export async function signOutHere(queryClient: QueryClient): Promise<void> {
  const memberId = queryClient.getQueryData<Session>(sessionQuery().queryKey)?.user?.id ?? actingMember()
  endOwnSession(queryClient)
  if (memberId === undefined) return
  // The module may fail to load offline. The drafts are then deleted when they are too old.
  const drafts = await import('#platform/client/forms/draft-store.client.ts').catch(() => undefined)
  drafts?.removeDraftsOf(memberId)
}

export function setAdminFlag(isOn: boolean): void {
  writeStorage(ADMIN_FLAG, isOn ? 'true' : undefined)
  for (const listener of listeners) listener()
}

/**
 * Ends the session in this browser once a 401 response shows that it was ended elsewhere. Waits while a form is filled in, because the
 * form itself reports the ended session.
 */
export function useRemoteSignOut(queryClient: QueryClient): void {
  useEffect(() => {
    let hasEnded = false
    const endUnlessFormFilled = () => {
      if (!hasEnded || hasFilledForm()) return
      hasEnded = false
      endOwnSession(queryClient)
    }
    const stopUnauthorized = onUnauthorized((error) => {
      const cachedSession = queryClient.getQueryData<Session>(sessionQuery().queryKey)
      hasEnded ||= isSignedOut(error) && Boolean(cachedSession?.user)
      endUnlessFormFilled()
    })
    const stopForms = onFilledForms(endUnlessFormFilled)
    return () => {
      stopUnauthorized()
      stopForms()
    }
  }, [queryClient])
}

/** Refetches the session when another tab has changed it. After a sign-out, waits while a form is filled in. */
export function useSessionSync(queryClient: QueryClient): void {
  useEffect(() => {
    let isWaiting = false
    const refetch = () => void queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    const handleStorage = async ({ key }: StorageEvent) => {
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
    const onStorage = (event: StorageEvent) => void handleStorage(event)
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

function readAdminFlag(): boolean {
  try {
    return localStorage.getItem(ADMIN_FLAG) === 'true'
  } catch {
    return false
  }
}

function writeStorage(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the flag stays unset; the session itself is a cookie.
  }
}

function onAdminFlagChange(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
