import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { signOutHere } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { toast } from '#ui/overlays/toast-store.ts'

/**
 * Returns a function that navigates home and then ends the session in this browser. The session is cleared when the page unmounts: earlier, the
 * account page would redirect to the sign-in page.
 */
export function useSignOutRedirect() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const pendingToast = useRef<{ title: string; message: string }>(undefined)
  useEffect(
    () => () => {
      const message = pendingToast.current
      if (!message) return
      queueMicrotask(() => {
        void signOutHere(queryClient)
        toast(message)
      })
    },
    [queryClient],
  )
  return (title: string, message: string) => {
    pendingToast.current = { title, message }
    return navigate(paths.home())
  }
}
