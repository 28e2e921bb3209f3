import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { Link } from '#ui/router/link.tsx'
import { paths } from '#site/paths.ts'

/** Leads to signing in, and from there back to this page. */
export function SignInLink(props: Omit<ComponentProps<typeof Link>, 'to' | 'state'>) {
  return <Link {...props} to={paths.signIn()} state={useReturnPath()} />
}

/** What signing in needs to know to come back here. From sign-in to sign-up the first place is remembered. */
export function useReturnPath(): { from: string } | undefined {
  const { pathname, search, hash, state } = useLocation()
  const known: unknown = state?.from
  if (typeof known === 'string') return { from: known }
  const isDoor = [paths.signIn(), paths.signUp(), paths.forgotPassword(), paths.resetPassword(), paths.confirmEmail()].includes(pathname)
  return isDoor ? undefined : { from: pathname + search + hash }
}
