import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'

/** Links to the sign-in page, which returns the member to the current page afterwards. */
export function SignInLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  return <Link {...props} to={paths.signIn()} state={useReturnState()} />
}

/**
 * Returns a router state with the path to return to after signing in. Sign-in, sign-up and similar pages pass it on. On these pages it is
 * undefined if the visitor has not come from another page.
 */
export function useReturnState(): { from: string } | undefined {
  const { pathname, search, hash, state } = useLocation()
  const previousPath: unknown = state?.from
  if (typeof previousPath === 'string') return { from: previousPath }
  const isAuthPage = [paths.signIn(), paths.signUp(), paths.forgotPassword(), paths.resetPassword(), paths.confirmEmail()].includes(
    pathname,
  )
  return isAuthPage ? undefined : { from: pathname + search + hash }
}
