/**
 * Client-side guard of the back-office. It requires the `isAdmin` flag in local storage (ADM-LOGIN-17), but access is decided by the
 * server for every request.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminSessionQuery, signOut } from '#features/accounts/account.client.ts'
import { ADMIN_FLAG, sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import { signOutHere, setAdminFlag } from '#features/accounts/sessions/signed-in.client.ts'
import { onUnauthorized, type ApiError } from '#platform/client/api.client.ts'
import { isLeavingToSignIn, resetLeavingToSignIn, useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'

const HOME = '/'
const ACCOUNT = '/account?tab=security'

function hasFlag(): boolean {
  try {
    return localStorage.getItem(ADMIN_FLAG) === 'true'
  } catch {
    return false
  }
}

/** Error codes of a missing administrator session; a 403 can have other reasons, such as a locked topic. */
const SESSION_ERROR_CODES = new Set(['auth.session_ended', 'auth.sign_in_needed', 'auth.admin_only', 'auth.second_factor_needed'])

const isAuthError = ({ status }: ApiError) => status === 401 || status === 403

/** @returns whether the pages may be shown; `tryAgain` is set if the session could not be loaded */
export function useGuard(): { isAuthorized: boolean; tryAgain: (() => void) | undefined; logOut: () => Promise<void>; isLeaving: boolean } {
  const mounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useQuery({ ...adminSessionQuery(), enabled: mounted })
  const [isLeaving, setLeaving] = useState(false)

  // Several failing calls of the page must redirect only once.
  const isDenied = useRef(false)

  const deny = useEffectEvent((error?: ApiError | null) => {
    if (isLeaving || isDenied.current) return
    isDenied.current = true
    if (error && needsSecondFactor(error, queryClient.getQueryData<Session>(sessionQuery().queryKey))) {
      toast({
        title: 'Two-factor authentication required',
        message: 'Set up one-time codes under Security, or add a passkey and require it after your password.',
        tone: 'destructive',
      })
      void navigate(ACCOUNT, { replace: true })
      return
    }
    setAdminFlag(false)
    queryClient.removeQueries({ queryKey: adminSessionQuery().queryKey })
    toast({ title: 'Access Denied', message: 'You must be logged in as an admin to access this page.', tone: 'destructive' })
    void navigate(HOME, { replace: true })
  })

  const sessionError = session.error
  const [callError, setCallError] = useState<ApiError>()
  // A form with input stays on screen; it shows the ended session itself.
  const hasFilledForm = useHasFilledForm()
  const isAdmin = session.data?.user?.isAdmin === true
  useEffect(resetLeavingToSignIn, [])
  useEffect(() => {
    if (hasFilledForm || isLeavingToSignIn()) return
    if (!hasFlag() || callError) deny(callError)
    else if (sessionError && isAuthError(sessionError)) deny(sessionError)
  }, [sessionError, callError, hasFilledForm])
  useEffect(() => onUnauthorized((error) => error.code && SESSION_ERROR_CODES.has(error.code) && setCallError(error)), [])

  /** Navigates away before clearing the cached session, so that the page does not report a missing session. */
  const logOut = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch {
      setLeaving(false)
      toast({ title: 'Logout failed', message: 'You are still logged in. Please try again.', tone: 'destructive' })
      return
    }
    await navigate(HOME)
    void signOutHere(queryClient)
    toast({ title: 'Logged Out', message: 'You have been logged out of the admin panel.' })
  }

  return {
    isAuthorized: mounted && isAdmin && !isLeaving && (hasFilledForm || hasFlag()),
    tryAgain: sessionError && !isAuthError(sessionError) && !session.isFetching ? () => void session.refetch() : undefined,
    logOut,
    isLeaving,
  }
}

/** An error of the server-rendered page has only a status; an administrator without a second factor gets 403 for no other reason. */
const needsSecondFactor = ({ status, code }: ApiError, session: Session | undefined): boolean =>
  code === 'auth.second_factor_needed' ||
  (status === 403 && code === undefined && session?.user?.isAdmin === true && !session.user.hasSecondFactor)
