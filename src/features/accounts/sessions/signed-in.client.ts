/** Who is signed in, as the browser sees it. The server decides anew with every call. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import { onUnauthorized } from '#platform/api.client.ts'
import { ADMIN_FLAG, sessionQuery, type Session, type SignedIn } from './session.client.ts'

export type { SignedIn }

/** Written when somebody signs in or out, so that other tabs of this browser notice. */
const NEWS = 'session-changed'
const listeners = new Set<() => void>()

/**
 * Asked for once a page (src/site/document.tsx): each post has buttons that want to know. While a page that was rendered for everybody is
 * hydrated it is nobody, but for the places of `MemberSlot`.
 */
export const SignedInContext = createContext<SignedIn | null>(null)

export const useSessionQuery = (): SignedIn | null => useQuery(sessionQuery()).data?.user ?? null

export const useSignedIn = (): SignedIn | null => use(SignedInContext)

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

/** Nobody is signed in any more. */
export const endOwnSession = (queryClient: QueryClient): void => storeSession(queryClient, { user: null })

export function setAdminFlag(on: boolean): void {
  write(ADMIN_FLAG, on ? 'true' : undefined)
  for (const listener of listeners) listener()
}

/** Notices a session that was ended elsewhere, with the first call that is refused for it. */
export function useRemoteSignOut(queryClient: QueryClient): void {
  useEffect(
    () =>
      onUnauthorized(({ code }) => {
        const known = queryClient.getQueryData<Session>(sessionQuery().queryKey)
        if (code === 'auth.sign_in_needed' && known?.user) endOwnSession(queryClient)
      }),
    [queryClient],
  )
}

/** Asks again who is signed in when another tab says that it has changed. */
export function useSessionSync(queryClient: QueryClient): void {
  useEffect(() => {
    const listen = ({ key }: StorageEvent) => void (key === NEWS && queryClient.invalidateQueries({ queryKey: sessionQuery().queryKey }))
    addEventListener('storage', listen)
    return () => removeEventListener('storage', listen)
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
