import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import type { ReactNode } from 'react'
import { toSiteSlug } from '#features/deployment/slug.policy.ts'
import { defaultSiteDescription } from '#features/sites/default-texts.policy.ts'
import { CURRENCY_NAMES, REGION_NAMES } from '#features/sites/region.policy.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/actions/button.tsx'
import { LateNotice } from '#ui/states/late-notice.tsx'
import { Link } from '#ui/router/link.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { CONTENT_LABELS, type DeployStep } from './deploy-labels.ts'
import { BlockedLaunchButton, LaunchBlockerHint, useLaunchBlocker } from './launch-blocker.tsx'
import type { StepProps } from './step-props.ts'
import { useHost } from './use-host.ts'
import * as styles from './deploy.module.css'

/** Last step of the wizard: a summary of the answers, and the launch button. */
export function SummaryStep({ state: { answers, busy, problem }, isChecking, goToStep }: StepProps) {
  const isMounted = useMounted()
  const host = useHost()
  const blocker = useLaunchBlocker()
  const enabledFeatures = entriesOf(FEATURE_SWITCHES).filter(([name]) => answers.features[name])
  const disabledFeatures = entriesOf(FEATURE_SWITCHES).filter(([name]) => !answers.features[name])
  const joinLabels = (features: typeof enabledFeatures) => features.map(([, { label }]) => label).join(', ')
  const isNameless = answers.siteName === ''
  return (
    <>
      <h2 tabIndex={-1}>Deployment</h2>
      <Group step={1} heading="Basic Info">
        <Line term="Site name">{answers.siteName.trim() || <Missing>Not entered yet</Missing>}</Line>
        <Line term="Description">{answers.description.trim() || <Missing>{defaultSiteDescription(answers.features)}</Missing>}</Line>
        <Line term="Primary region">{REGION_NAMES[answers.primaryRegion]}</Line>
        <Line term="Default currency">{CURRENCY_NAMES[answers.defaultCurrency]}</Line>
        <Line term="Address">
          {answers.siteName.trim() ? (
            <>
              {toSiteSlug(answers.siteName)}
              <wbr />
              .sustainable-tech
              <wbr />.{host}
            </>
          ) : (
            <Missing>Based on the name</Missing>
          )}
        </Line>
        <Line term="Domain name">{answers.domainName.trim() || <Missing>None</Missing>}</Line>
        <Line term="Initial content">{CONTENT_LABELS[answers.content].label}</Line>
      </Group>
      <Group step={2} heading="Features">
        <Line term="On">{joinLabels(enabledFeatures) || <Missing>None</Missing>}</Line>
        {disabledFeatures.length > 0 && <Line term="Off">{joinLabels(disabledFeatures)}</Line>}
        <Line term="Analytics">{answers.analyticsEnabled ? 'On' : 'Off'}</Line>
      </Group>
      {isNameless && isMounted && (
        <Notice tone="warn">
          Your site has no name yet. <Link to={paths.deploy(1)}>Give it one in Basic Info</Link>, then you can deploy.
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" role="alert" title="Your site was not deployed">
          {problem}
        </Notice>
      )}
      <div className={`actions ${styles.deployActions}`}>
        {blocker && !busy ? (
          <BlockedLaunchButton blocker={blocker} />
        ) : (
          <Button type="submit" disabled={isNameless || isChecking} busy={busy} busyLabel="Deploying...">
            Deploy Now
          </Button>
        )}
        <Button variant="quiet" disabled={busy} onClick={() => goToStep(2)}>
          Back
        </Button>
        <LateNotice what="This form" />
      </div>
      {blocker && !busy && <LaunchBlockerHint blocker={blocker} />}
      <p className={styles.deployNote} role="status">
        {busy ? 'Creating your site. This takes a few seconds.' : ''}
      </p>
    </>
  )
}

function Group({ step, heading, children }: { step: DeployStep; heading: string; children: ReactNode }) {
  return (
    <section className={styles.deploySummary} aria-label={heading}>
      <div className={styles.deploySummaryHead}>
        <h3>{heading}</h3>
        <Link to={paths.deploy(step)}>
          Edit<span className="visuallyHidden"> {heading}</span>
        </Link>
      </div>
      <dl>{children}</dl>
    </section>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Missing = ({ children }: { children: ReactNode }) => <span className={styles.deployMissing}>{children}</span>
