import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SIGNED_OUT } from '#platform/client/api.client.ts'
import { onSignedOut, releaseFilledForms } from '#platform/client/forms/filled-forms.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'

/** Shows a toast to sign in when a form without a draft fails because the session has ended. Forms with a draft show their own message. */
export function useSignInOffer(): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const signIn = useEffectEvent(() => {
    releaseFilledForms()
    void navigate('/sign-in', { state: { from: pathname + search + hash } })
  })
  const offer = useEffectEvent(() => toast({ title: SIGNED_OUT, tone: 'destructive', action: { label: 'Sign in', run: () => signIn() } }))
  useEffect(() => onSignedOut(() => void offer()), [])
}
