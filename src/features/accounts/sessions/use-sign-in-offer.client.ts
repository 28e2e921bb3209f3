import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SIGNED_OUT } from '#platform/client/api.client.ts'
import { onSignedOut, releaseFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

/**
 * Offers to sign in, in a toast, if a form without a draft fails because the session has ended. Forms with a draft show their own message.
 */
export function useSignInOffer(): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const signIn = useEffectEvent(() => {
    releaseFilledForms()
    void navigate('/sign-in', { state: { from: pathname + search + hash } })
  })
  const offerSignIn = useEffectEvent(() =>
    toast({ title: SIGNED_OUT, tone: 'destructive', action: { label: 'Sign in', run: () => signIn() } }),
  )
  useEffect(() => onSignedOut(() => void offerSignIn()), [])
}
