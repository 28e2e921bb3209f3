import type { ComponentProps } from 'react'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { OwnVotes, VoteButtons, type Voter } from '#features/votes/vote-buttons.tsx'
import { SignInLink } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'

/** Provides the viewer's votes to the vote buttons of a page. */
export function OwnVotesProvider(props: Pick<ComponentProps<typeof OwnVotes>, 'on' | 'children'>) {
  return <OwnVotes {...props} isVoter={useVoter() !== null} />
}

/** Renders the vote buttons of a post. Visitors get a hint to sign in. */
export function OwnVoteButtons(props: Pick<ComponentProps<typeof VoteButtons>, 'subject' | 'post'>) {
  const { features } = useSite()
  const hint = features.userAccounts && (
    <>
      <SignInLink>Sign in</SignInLink> to vote.
    </>
  )
  return <VoteButtons {...props} voter={useVoter()} hint={hint} />
}

function useVoter(): Voter | null {
  const { features } = useSite()
  const user = useSignedIn()
  return features.userAccounts ? user : null
}
