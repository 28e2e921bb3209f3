import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { signOutHere } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { toast } from '#ui/overlays/toast-store.ts'

/**
 * Returns a function that navigates to the home page, then clears the session in this browser and shows a message. The session is cleared
 * when the account page unmounts, because that page redirects to the sign-in page as soon as there is no session.
 */
export function useSignOutRedirect() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const pendingToast = useRef<{ title: string; message: string }>(undefined)
  useEffect(
    () => () => {
      const farewell = pendingToast.current
      if (!farewell) return
      queueMicrotask(() => {
        void signOutHere(queryClient)
        toast(farewell)
      })
    },
    [queryClient],
  )
  return (title: string, message: string) => {
    pendingToast.current = { title, message }
    return navigate(paths.home())
  }
}
