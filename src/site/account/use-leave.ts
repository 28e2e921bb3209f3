import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { signOutHere } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { toast } from '#ui/overlays/toast-store.ts'

/** Home first: this page would send a visitor to sign in. The session is forgotten when this page is gone and the next one stands. */
export function useLeave() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const farewell = useRef<{ title: string; message: string }>(undefined)
  useEffect(
    () => () => {
      const words = farewell.current
      if (!words) return
      queueMicrotask(() => {
        void signOutHere(queryClient)
        toast(words)
      })
    },
    [queryClient],
  )
  return (title: string, message: string) => {
    farewell.current = { title, message }
    return navigate(paths.home())
  }
}
