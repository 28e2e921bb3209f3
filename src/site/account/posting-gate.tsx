/** Shows a form to viewers who may post and states whom they post as; for others it explains why not. */
import { useState, type ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { paths } from '#site/paths.ts'
import { SignInLink, useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import * as styles from './posting-gate.module.css'

interface PostingGateProps {
  /** Completes "Sign in …": "to reply". */
  to: string
  /** Renders the form for the id of the member or of the guest account. */
  children: (userId: number) => ReactNode
}

export function PostingGate({ to, children }: PostingGateProps) {
  const current = useSignedIn()?.id ?? GUEST_ID
  const mayPost = useMayPost()
  const isFilled = useHasFilledForm()
  // The user the form was last rendered for. A filled-in form stays theirs when their session ends.
  const [author, setAuthor] = useState<number>()
  if (mayPost && author !== current) setAuthor(current)
  if (!mayPost && (author === undefined || !isFilled)) return <PostingDenied to={to} />
  return (
    <>
      {mayPost ? <PostingAs /> : <PostingDenied to={to} />}
      {children(mayPost ? current : (author ?? current))}
    </>
  )
}

export function useMayPost(): boolean {
  const { guestPosting } = useSite()
  const user = useSignedIn()
  return useCanPost() && (user ? !user.isRestricted : guestPosting)
}

/** Explains why the viewer cannot post. */
export function PostingDenied({ to }: { to: string }) {
  const user = useSignedIn()
  if (!useCanPost()) return <Notice>Posting is switched off on this site.</Notice>
  if (user?.isRestricted) return <Notice tone="warn">Your account is restricted: you can read, but not post.</Notice>
  return <SignInFirst to={to} />
}

/** States the name under which the viewer posts. */
function PostingAs() {
  const user = useSignedIn()
  if (!user) return <GuestNote />
  return (
    <p data-part="posting-as" className={styles.postingAs}>
      <Avatar id={user.id} name={user.displayName || user.username} src={user.avatarUrl} size="s" />
      <span>
        You post as <b dir="auto">{user.displayName || user.username}</b>.
      </span>
    </p>
  )
}

/** True if the site accepts posts from the viewer: if user accounts are switched off, only administrators may post. */
export function useCanPost(): boolean {
  const { features } = useSite()
  const user = useSignedIn()
  return features.userAccounts || user?.isAdmin === true
}

function GuestNote() {
  const { features } = useSite()
  if (!features.userAccounts) return null
  return (
    <p data-part="posting-as" className={styles.postingAs}>
      <span>
        You post as a guest. <SignInLink>Sign in</SignInLink> to use your own name.
      </span>
    </p>
  )
}

/** Asks visitors to sign in where guests may not post. */
function SignInFirst({ to }: { to: string }) {
  const { features } = useSite()
  const returnState = useReturnState()
  return (
    <Notice className={styles.postingFirst}>
      Please <SignInLink>sign in</SignInLink> {to}.
      {features.userAccounts && (
        <>
          {' '}
          New here?{' '}
          <Link to={paths.signUp()} state={returnState}>
            Sign up free
          </Link>
          .
        </>
      )}
    </Notice>
  )
}
