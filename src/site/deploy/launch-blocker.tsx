/** What stands in the way of a launch, said before three steps rather than after them. The API decides all the same. */
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#features/accounts/account.client.ts'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { launchRulesQuery } from '#features/deployment/deployment.client.ts'
import { paths } from '#site/paths.ts'
import { useReturnPath } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useDeployState } from './deploy-state.ts'
import * as styles from './deploy.module.css'

export type LaunchBlocker = 'members' | 'unconfirmed' | 'nobody' | 'full'

const WORDS: Record<LaunchBlocker, { title: string; text: string }> = {
  members: {
    title: 'Only members may launch a site here',
    text: 'Sign in first and you come straight back to this page. What you have entered is saved. With an invitation link from the administrators you need no account.',
  },
  unconfirmed: {
    title: 'Confirm your email address first',
    text: 'Only members with a confirmed email address may launch a site here. Your account shows how to confirm it. What you have entered is saved.',
  },
  nobody: {
    title: 'No sites are launched here at present',
    text: 'The administrators have switched it off. What you enter is kept in this tab until it is on again.',
  },
  full: {
    title: 'There is no room for another site at present',
    text: 'There are as many as this installation takes. What you enter is kept in this tab until there is room.',
  },
}

/** For whoever looks at the page now; undefined when nothing stands in the way, or when nothing is known. */
export function useLaunchBlocker(): LaunchBlocker | undefined {
  const rules = useQuery(launchRulesQuery()).data
  const user = useSignedIn()
  const { invitation } = useDeployState()
  const isForMembers = rules?.launching === 'members'
  const account = useQuery({ ...accountQuery(), enabled: isForMembers && user !== null && !user.isAdmin }).data
  if (rules?.launching === 'nobody') return 'nobody'
  if (rules?.isFull) return 'full'
  if (!isForMembers || user?.isAdmin || invitation?.isValid) return undefined
  if (!user) return 'members'
  return account && account.email === null ? 'unconfirmed' : undefined
}

export function LaunchBlockerNotice({ by }: { by: LaunchBlocker }) {
  const { title, text } = WORDS[by]
  return (
    <div className={styles.deployHindrance}>
      <Notice tone={by === 'members' || by === 'unconfirmed' ? 'info' : 'warn'} title={title}>
        <p>{text}</p>
        <div className="actions">
          <WaysOn by={by} signIn="Sign in" />
        </div>
      </Notice>
    </div>
  )
}

/** In place of the last step's button. */
export function BlockableButton({ by }: { by: LaunchBlocker }) {
  if (by === 'members' || by === 'unconfirmed') return <WaysOn by={by} signIn="Sign in to deploy" />
  return (
    <>
      <Button disabled aria-describedby="deploy-hindrance">
        Deploy Now
      </Button>
      <LookAgain />
    </>
  )
}

/** Beside that button. */
export const LaunchBlockerLine = ({ by }: { by: LaunchBlocker }) => (
  <p id="deploy-hindrance" className={styles.deployNote}>
    {WORDS[by].title}.
  </p>
)

function WaysOn({ by, signIn }: { by: LaunchBlocker; signIn: string }) {
  const { features } = useSite()
  const back = useReturnPath()
  if (by === 'unconfirmed') return <ButtonLink to={paths.account()}>Go to your account</ButtonLink>
  if (by !== 'members') return <LookAgain />
  return (
    <>
      <ButtonLink to={paths.signIn()} state={back}>
        {signIn}
      </ButtonLink>
      {features.userAccounts && (
        <ButtonLink variant="quiet" to={paths.signUp()} state={back}>
          Sign Up Free
        </ButtonLink>
      )}
    </>
  )
}

function LookAgain() {
  const rules = useQuery(launchRulesQuery())
  const before = JSON.stringify(rules.data)
  const look = async () => {
    const { data, isError } = await rules.refetch()
    if (isError) toast({ title: 'The site could not be reached', message: 'Please try again.', tone: 'destructive' })
    else if (JSON.stringify(data) === before) toast({ title: 'Nothing has changed yet' })
  }
  return (
    <Button variant="quiet" busy={rules.isFetching} onClick={() => void look()}>
      Look again
    </Button>
  )
}
