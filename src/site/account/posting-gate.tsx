/** Shows a form, with the name to post under, to viewers who may post. Explains to other viewers why they cannot post. */
import { useState, type ReactNode } from 'react'
import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { useHasFilledForm } from '#platform/client/forms/filled-forms.client.ts'
import { paths } from '#site/paths.ts'
import { SignInLink, useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import * as styles from './posting-gate.module.css'

interface PostingGateProps {
  /** Ends the sentence "Please sign in …", such as "to reply". */
  purpose: string
  /** Renders the form. @param userId the id of the member who posts, or of the guest account */
  children: (userId: number) => ReactNode
}

export function PostingGate({ purpose, children }: PostingGateProps) {
  const viewerId = useSignedIn()?.id ?? GUEST_ID
  const mayPost = useMayPost()
  const isFilled = useHasFilledForm()
  // The last user who could post. If their session ends, the form that they have filled in stays visible.
  const [authorId, setAuthorId] = useState<number>()
  if (mayPost && authorId !== viewerId) setAuthorId(viewerId)
  if (!mayPost && (authorId === undefined || !isFilled)) return <PostingDenied purpose={purpose} />
  return (
    <>
      {mayPost ? <PostingAs /> : <PostingDenied purpose={purpose} />}
      {children(mayPost ? viewerId : (authorId ?? viewerId))}
    </>
  )
}

/** Whether the viewer may post: posting is enabled for them, and they are an unrestricted member or a guest where guests may post. */
export function useMayPost(): boolean {
  const { guestPosting } = useSite()
  const user = useSignedIn()
  return useIsPostingEnabled() && (user ? !user.isRestricted : guestPosting)
}

/** Explains why the viewer may not post. @param purpose end of the sentence "Please sign in …", such as "to reply" */
export function PostingDenied({ purpose }: { purpose: string }) {
  const user = useSignedIn()
  if (!useIsPostingEnabled()) return <Notice>Posting is switched off on this site.</Notice>
  if (user?.isRestricted) return <Notice tone="warn">Your account is restricted: you can read, but not post.</Notice>
  return <SignInFirst purpose={purpose} />
}

/** Shows the name under which the viewer posts. */
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

/** Whether the site accepts posts from viewers of this role: if user accounts are switched off, only administrators may post. */
export function useIsPostingEnabled(): boolean {
  const { features } = useSite()
  const user = useSignedIn()
  return features.userAccounts || user?.isAdmin === true
}

function GuestNote() {
  const { features } = useSite()
  const isSessionKnown = useIsSessionKnown()
  if (!features.userAccounts) return null
  return (
    <p data-part="posting-as" className={joinClasses(styles.postingAs, !isSessionKnown && styles.guestOnly)}>
      <span>
        You post as a guest. <SignInLink>Sign in</SignInLink> to use your own name.
      </span>
    </p>
  )
}

/** Asks visitors to sign in, on sites where guests may not post. */
function SignInFirst({ purpose }: { purpose: string }) {
  const { features } = useSite()
  const returnState = useReturnState()
  return (
    <Notice className={styles.postingFirst}>
      Please <SignInLink>sign in</SignInLink> {purpose}.
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
