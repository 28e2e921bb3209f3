import type { ComponentProps } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { VoteButtons } from '#features/votes/vote-buttons.tsx'
import { SignInLink } from '#site/shell/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'

/** The votes on a post as whoever is looking may cast them. */
export function OwnVote(props: Pick<ComponentProps<typeof VoteButtons>, 'subject' | 'post' | 'on'>) {
  const { features } = useSite()
  const voter = useSignedIn()
  const hint = features.userAccounts && (
    <>
      <SignInLink>Sign in</SignInLink> to vote.
    </>
  )
  return <VoteButtons {...props} voter={features.userAccounts ? voter : null} hint={hint} />
}
