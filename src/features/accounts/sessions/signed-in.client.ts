/** Who is signed in, as the browser sees it. The server decides anew with every call. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { actingMember } from '#platform/client/acting-user.client.ts'
import { api, isSignedOut, onUnauthorized } from '#platform/client/api.client.ts'
import { hasFilledForm, onFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { ADMIN_FLAG, sessionQuery, type Session, type SignedIn } from './session.client.ts'

export type { SignedIn }

/** Written at each sign-in and sign-out, so that other tabs of this browser notice. */
const NEWS = 'session-changed'
const listeners = new Set<() => void>()

/**
 * Read once a page (src/site/document.tsx): each post has buttons that need it. While a page that is the same for everybody is hydrated, and until
 * its session has been read, it is null.
 */
export const SignedInContext = createContext<SignedIn | null>(null)

/** Whether the server has rendered the page for everybody, without a session. */
export const SharedPageContext = createContext(false)

export const useSessionQuery = (): SignedIn | null => useQuery(sessionQuery()).data?.user ?? null

export const useSignedIn = (): SignedIn | null => use(SignedInContext)

/**
 * False on the server where the page is rendered for everybody, and in the browser until the session has been read. Until then both a visitor's
 * elements and a member's are in the page, and `data-for` says whose (src/ui/styles/base.css).
 */
export function useIsSessionKnown(): boolean {
  const isShared = use(SharedPageContext)
  const isMounted = useMounted()
  const { data } = useQuery(sessionQuery())
  return data !== undefined && (isMounted || !isShared)
}

/** Whether the browser has the cookie of a member (member-hint.service.ts). In the browser only. */
export const hasMemberHint = (): boolean => /(?:^|; )(?:__Host-)?member=/.test(document.cookie)

/** An administrator's session and the browser's flag together. The server cannot see the flag: it goes by the session. */
export function useIsAdmin(): boolean {
  const flag = useSyncExternalStore(onFlagChange, readFlag, () => true)
  return useSignedIn()?.isAdmin === true && flag
}

/** The one place where a session begins or ends in the browser: what was one person's own is forgotten. */
export function storeSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.removeQueries({ predicate: ({ queryKey }) => isOwn(queryKey[0]) })
  setAdminFlag(session.user?.isAdmin === true)
  write(NEWS, String(Date.now()))
}

/** Ends the session in this browser. Drafts stay: the session may have ended by itself. */
export const endOwnSession = (queryClient: QueryClient): void => storeSession(queryClient, { user: null })

/** After signing out: on a device that others use too, the member's drafts go with the session. */
export async function signOutHere(queryClient: QueryClient): Promise<void> {
  const memberId = queryClient.getQueryData<Session>(sessionQuery().queryKey)?.user?.id ?? actingMember()
  endOwnSession(queryClient)
  if (memberId === undefined) return
  // Without a connection the module may be missing: the drafts are then deleted by their age.
  const drafts = await import('#platform/client/forms/draft-store.client.ts').catch(() => undefined)
  drafts?.removeDraftsOf(memberId)
}

export function setAdminFlag(on: boolean): void {
  write(ADMIN_FLAG, on ? 'true' : undefined)
  for (const listener of listeners) listener()
}

/**
 * Notices a session that was ended elsewhere, with the first call that is refused for it. A form that is filled in stays as it is until
 * it is emptied or left: it says itself what to do.
 */
export function useRemoteSignOut(queryClient: QueryClient): void {
  useEffect(() => {
    let hasEnded = false
    const end = () => {
      if (!hasEnded || hasFilledForm()) return
      hasEnded = false
      endOwnSession(queryClient)
    }
    const stopRefusals = onUnauthorized((refusal) => {
      const known = queryClient.getQueryData<Session>(sessionQuery().queryKey)
      hasEnded ||= isSignedOut(refusal) && Boolean(known?.user)
      end()
    })
    const stopForms = onFilledForms(end)
    return () => {
      stopRefusals()
      stopForms()
    }
  }, [queryClient])
}

/** Asks again who is signed in when another tab says that it has changed. Signing out waits for a form that is filled in. */
export function useSessionSync(queryClient: QueryClient): void {
  useEffect(() => {
    let isWaiting = false
    const refetch = () => void queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey })
    const listen = async ({ key }: StorageEvent) => {
      if (key !== NEWS) return
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
    // The back/forward cache shows a page as it was left, and no event of other tabs has reached it since.
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

const isOwn = (path: unknown) => typeof path === 'string' && /^\/api\/(me|votes|admin)\b/.test(path)

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
    // Without storage nobody counts as an administrator here; the session itself is a cookie.
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
