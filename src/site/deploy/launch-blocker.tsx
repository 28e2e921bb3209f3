/** Shows why the viewer cannot launch a site. The API enforces the same rules. */
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#features/accounts/account.client.ts'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { launchRulesQuery } from '#features/deployment/deployment.client.ts'
import { paths } from '#site/paths.ts'
import { useReturnState } from '#site/shell/header/sign-in-link.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useDeployState } from './deploy-state.ts'
import * as styles from './deploy.module.css'

export type LaunchBlocker = 'members' | 'unconfirmed' | 'nobody' | 'full'

const BLOCKER_TEXTS: Record<LaunchBlocker, { title: string; text: string }> = {
  members: {
    title: 'Only members may launch a site here',
    text: 'Sign in, and you will come straight back to this page. What you have entered is saved. With an invitation link from the administrators you do not need an account.',
  },
  unconfirmed: {
    title: 'Confirm your email address first',
    text: 'Only members with a confirmed email address may launch a site here. Your account shows how to confirm it. What you have entered is saved.',
  },
  nobody: {
    title: 'Launching sites is switched off',
    text: 'The administrators have switched it off for now. What you enter is saved in this tab.',
  },
  full: {
    title: 'The maximum number of sites has been reached',
    text: 'You cannot launch another site at the moment. What you enter is saved in this tab.',
  },
}

/** Returns what prevents the viewer from launching a site; undefined if nothing does, or if it is not known yet. */
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

export function LaunchBlockerNotice({ blocker }: { blocker: LaunchBlocker }) {
  const { title, text } = BLOCKER_TEXTS[blocker]
  return (
    <div className={styles.deployHindrance}>
      <Notice tone={blocker === 'members' || blocker === 'unconfirmed' ? 'info' : 'warn'} title={title}>
        <p>{text}</p>
        <div className="actions">
          <BlockerActions blocker={blocker} signInLabel="Sign in" />
        </div>
      </Notice>
    </div>
  )
}

/** Replaces the launch button in the last step if the viewer cannot launch a site. */
export function BlockedLaunchButton({ blocker }: { blocker: LaunchBlocker }) {
  if (blocker === 'members' || blocker === 'unconfirmed') return <BlockerActions blocker={blocker} signInLabel="Sign in to deploy" />
  return (
    <>
      <Button disabled aria-describedby="deploy-hindrance">
        Deploy Now
      </Button>
      <RefreshRulesButton />
    </>
  )
}

/** Says why the launch button is disabled. */
export const LaunchBlockerHint = ({ blocker }: { blocker: LaunchBlocker }) => (
  <p id="deploy-hindrance" className={styles.deployNote}>
    {BLOCKER_TEXTS[blocker].title}.
  </p>
)

function BlockerActions({ blocker, signInLabel }: { blocker: LaunchBlocker; signInLabel: string }) {
  const { features } = useSite()
  const returnState = useReturnState()
  if (blocker === 'unconfirmed') return <ButtonLink to={paths.account()}>Go to your account</ButtonLink>
  if (blocker !== 'members') return <RefreshRulesButton />
  return (
    <>
      <ButtonLink to={paths.signIn()} state={returnState}>
        {signInLabel}
      </ButtonLink>
      {features.userAccounts && (
        <ButtonLink variant="quiet" to={paths.signUp()} state={returnState}>
          Sign Up Free
        </ButtonLink>
      )}
    </>
  )
}

function RefreshRulesButton() {
  const rules = useQuery(launchRulesQuery())
  const rulesBefore = JSON.stringify(rules.data)
  const refresh = async () => {
    const { data, isError } = await rules.refetch()
    if (isError) toast({ title: 'The site could not be reached', message: 'Please try again.', tone: 'destructive' })
    else if (JSON.stringify(data) === rulesBefore) toast({ title: 'Nothing has changed yet' })
  }
  return (
    <Button variant="quiet" busy={rules.isFetching} onClick={() => void refresh()}>
      Check again
    </Button>
  )
}
