/**
 * Who may see the back-office. The browser's flag is a hint that must be there; the session decides, here in the loader and
 * with every call after it.
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

/** A call may be refused for other reasons too, such as a locked topic: only these say that the session is not an administrator's. */
const LOST = new Set(['auth.session_ended', 'auth.sign_in_needed', 'auth.admin_only', 'auth.second_factor_needed'])

const isRefusal = ({ status }: ApiError) => status === 401 || status === 403

/** @returns whether the pages may be shown yet, and the way out; `tryAgain` when the server could not be asked */
export function useGuard(): { isIn: boolean; tryAgain: (() => void) | undefined; logOut: () => Promise<void>; isLeaving: boolean } {
  const mounted = useMounted()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const session = useQuery({ ...adminSessionQuery(), enabled: mounted })
  const [isLeaving, setLeaving] = useState(false)

  // One refusal is enough: the page under it may have made several calls.
  const isTurnedAway = useRef(false)

  const deny = useEffectEvent((refusal?: ApiError | null) => {
    if (isLeaving || isTurnedAway.current) return
    isTurnedAway.current = true
    if (refusal && needsSecondFactor(refusal, queryClient.getQueryData<Session>(sessionQuery().queryKey))) {
      toast({
        title: 'Second factor needed',
        message: 'Set up one-time codes under Security first, or add a passkey and ask for it after the password.',
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

  const refusal = session.error
  const [lost, setLost] = useState<ApiError>()
  // A form that is filled in stays: it says itself that the session has ended.
  const isFilled = useHasFilledForm()
  const isAdmin = session.data?.user?.isAdmin === true
  useEffect(resetLeavingToSignIn, [])
  useEffect(() => {
    if (isFilled || isLeavingToSignIn()) return
    if (!hasFlag() || lost) deny(lost)
    else if (refusal && isRefusal(refusal)) deny(refusal)
  }, [refusal, lost, isFilled])
  useEffect(() => onUnauthorized((error) => error.code && LOST.has(error.code) && setLost(error)), [])

  /** Leaves first and forgets after, so that nothing on the page notices the missing session and complains. */
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
    isIn: mounted && isAdmin && !isLeaving && (isFilled || hasFlag()),
    tryAgain: refusal && !isRefusal(refusal) && !session.isFetching ? () => void session.refetch() : undefined,
    logOut,
    isLeaving,
  }
}

/** A page that the server sent says only the status: an administrator without one is refused for nothing else. */
const needsSecondFactor = ({ status, code }: ApiError, session: Session | undefined): boolean =>
  code === 'auth.second_factor_needed' ||
  (status === 403 && code === undefined && session?.user?.isAdmin === true && !session.user.hasSecondFactor)
