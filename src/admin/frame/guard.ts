/**
 * Guards the back-office in the browser: it requires an administrator's session and the `isAdmin` flag in local storage (ADM-LOGIN-17).
 * The server checks access for every request, whatever this guard decides.
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

const HOME_PATH = '/'
const SECURITY_SETTINGS_PATH = '/account?tab=security'

function hasAdminFlag(): boolean {
  try {
    return localStorage.getItem(ADMIN_FLAG) === 'true'
  } catch {
    return false
  }
}

/** Error codes that deny access to the back-office. Other 403 errors, such as a locked topic, do not. */
const SESSION_ERROR_CODES = new Set(['auth.session_ended', 'auth.sign_in_needed', 'auth.admin_only', 'auth.second_factor_needed'])

const isAuthError = ({ status }: ApiError) => status === 401 || status === 403

/**
 * Redirects users without access: to their security settings if they need a second factor, otherwise to the home page.
 * @returns `isAuthorized`: whether the pages may be shown; `tryAgain`: undefined unless the session could not be loaded
 */
export function useGuard(): {
  isAuthorized: boolean
  tryAgain: (() => void) | undefined
  logOut: () => Promise<void>
  isLoggingOut: boolean
} {
  const isMounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useQuery({ ...adminSessionQuery(), enabled: isMounted })
  const [isLoggingOut, setLoggingOut] = useState(false)

  // A page makes several API calls; if more than one fails, only the first failure redirects.
  const isDenied = useRef(false)

  const deny = useEffectEvent((error?: ApiError | null) => {
    if (isLoggingOut || isDenied.current) return
    isDenied.current = true
    if (error && needsSecondFactor(error, queryClient.getQueryData<Session>(sessionQuery().queryKey))) {
      toast({
        title: 'Two-factor authentication required',
        message: 'Set up one-time codes under Security, or add a passkey and require it after your password.',
        tone: 'destructive',
      })
      void navigate(SECURITY_SETTINGS_PATH, { replace: true })
      return
    }
    setAdminFlag(false)
    queryClient.removeQueries({ queryKey: adminSessionQuery().queryKey })
    toast({ title: 'Access Denied', message: 'You must be logged in as an admin to access this page.', tone: 'destructive' })
    void navigate(HOME_PATH, { replace: true })
  })

  const sessionError = session.error
  const [callError, setCallError] = useState<ApiError>()
  // A form with unsaved input stays on screen and reports the ended session itself, so that the input is not lost.
  const hasFilledForm = useHasFilledForm()
  const isAdmin = session.data?.user?.isAdmin === true
  useEffect(resetLeavingToSignIn, [])
  useEffect(() => {
    if (hasFilledForm || isLeavingToSignIn()) return
    if (!hasAdminFlag() || callError) deny(callError)
    else if (sessionError && isAuthError(sessionError)) deny(sessionError)
  }, [sessionError, callError, hasFilledForm])
  useEffect(() => onUnauthorized((error) => error.code && SESSION_ERROR_CODES.has(error.code) && setCallError(error)), [])

  /** Signs out, then navigates to the home page before clearing the cached session, so that the guard does not report a missing session. */
  const logOut = async () => {
    setLoggingOut(true)
    try {
      await signOut()
    } catch {
      setLoggingOut(false)
      toast({ title: 'Logout failed', message: 'You are still logged in. Please try again.', tone: 'destructive' })
      return
    }
    await navigate(HOME_PATH)
    void signOutHere(queryClient)
    toast({ title: 'Logged Out', message: 'You have been logged out of the admin panel.' })
  }

  return {
    isAuthorized: isMounted && isAdmin && !isLoggingOut && (hasFilledForm || hasAdminFlag()),
    tryAgain: sessionError && !isAuthError(sessionError) && !session.isFetching ? () => void session.refetch() : undefined,
    logOut,
    isLoggingOut,
  }
}

/**
 * Whether access is denied because a second factor is missing. An error from the server-rendered page has a status but no code;
 * for an administrator without a second factor, a 403 has no other cause.
 */
const needsSecondFactor = ({ status, code }: ApiError, session: Session | undefined): boolean =>
  code === 'auth.second_factor_needed' ||
  (status === 403 && code === undefined && session?.user?.isAdmin === true && !session.user.hasSecondFactor)
