import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'

/** Link to the sign-in page, which returns to this page afterwards. */
export function SignInLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  return <Link {...props} to={paths.signIn()} state={useReturnState()} />
}

/** Router state with the path to return to after signing in. It is carried on between sign-in and sign-up. */
export function useReturnState(): { from: string } | undefined {
  const { pathname, search, hash, state } = useLocation()
  const previous: unknown = state?.from
  if (typeof previous === 'string') return { from: previous }
  const isAuthPage = [paths.signIn(), paths.signUp(), paths.forgotPassword(), paths.resetPassword(), paths.confirmEmail()].includes(
    pathname,
  )
  return isAuthPage ? undefined : { from: pathname + search + hash }
}
