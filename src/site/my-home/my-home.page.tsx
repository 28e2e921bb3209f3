/**
 * Page on which members and visitors enter their home, which fills every tool. It is stored with the member's account or, for visitors, in the
 * browser.
 */
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ownHomeQuery, useDeviceHome } from '#features/tools/own-home/own-home.client.ts'
import { fillExampleFromHome, fillFromHome, type OwnHome } from '#features/tools/own-home/own-home.policy.ts'
import { PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { toolsQuery } from '#features/tools/tool.client.ts'
import { failureReason } from '#platform/client/api.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import { Breadcrumb } from '#ui/text/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { ErrorState } from '#ui/states/error-state.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { FROM_HOME } from '#site/tools/form/use-tool-url.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { MyHomeForm } from './my-home-form.tsx'
import * as styles from './my-home.module.css'

const CRUMBS = [{ label: 'Home', to: paths.home() }, { label: 'Tools', to: paths.tools() }, { label: 'My home' }]

export default function MyHomePage() {
  const user = useSignedIn()
  const isMounted = useMounted()
  const { features } = useSite()
  const deviceHome = useDeviceHome()
  const accountHome = useQuery({ ...ownHomeQuery(), enabled: user !== null })
  const storedHome = user ? accountHome.data?.home : deviceHome
  const isSaved = storedHome !== undefined && Object.keys(storedHome).length > 0
  const home: OwnHome = isSaved ? storedHome : deviceHome
  return (
    <div className={`container cat-home ${styles.page}`}>
      <PageMeta title="My home" noIndex />
      <Breadcrumb items={CRUMBS} />
      <div className="head">
        <h1>My home</h1>
        <p data-part="head-note">Enter your home once; every tool uses it.</p>
      </div>
      <p className={`lead ${styles.lead}`}>
        {user
          ? 'Saved with your account. Only you can see it. It is part of your data export and is deleted with your account.'
          : features.userAccounts
            ? 'Saved in this browser only and sent to no one. With an account it is saved there instead, and fills in the tools on your other devices too.'
            : 'Saved in this browser only and sent to no one.'}
      </p>
      <noscript>
        <Notice>Saving your home needs JavaScript. The tools work without it: your details are in the link to each result.</Notice>
      </noscript>
      {user && accountHome.isError ? (
        <ErrorState
          title="Your home could not be loaded"
          text={failureReason(accountHome.error)}
          action={<Button onClick={() => void accountHome.refetch()}>Try again</Button>}
        />
      ) : (
        <div className={styles.columns}>
          <MyHomeForm
            key={`${user?.id ?? 'device'} ${isMounted} ${accountHome.data?.changedAt ?? ''}`}
            home={home}
            isMember={user !== null}
            isSaved={isSaved}
          />
          <FilledTools home={home} />
        </div>
      )}
    </div>
  )
}

/** Links to all tools, with inputs filled from the home. */
function FilledTools({ home }: { home: OwnHome }) {
  const tools = useQuery(toolsQuery()).data?.items ?? []
  return (
    <aside className={styles.filled} aria-labelledby="filled-title">
      <h2 id="filled-title">Tools with your home filled in</h2>
      <ul>
        {tools.map(({ name, title, inputs }) => {
          const examples = Object.fromEntries(inputs.flatMap(({ name: input, example }) => (example === null ? [] : [[input, example]])))
          const inputNames = inputs.map((input) => input.name)
          return (
            <li key={name}>
              <Link to={paths.tool(name, fillExampleFromHome(name, inputNames, examples, home))} state={FROM_HOME}>
                {title}
              </Link>
            </li>
          )
        })}
      </ul>
      <ButtonLink variant="quiet" to={buildPlanPath(home)}>
        Make a plan for it
      </ButtonLink>
    </aside>
  )
}

const buildPlanPath = (home: OwnHome): string => paths.plan(fillFromHome('which-first', PLAN_PARAMETERS, {}, home))
