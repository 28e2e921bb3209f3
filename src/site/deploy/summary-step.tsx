import type { ReactNode } from 'react'
import { slugOf } from '#features/deployment/slug.policy.ts'
import { defaultDescription } from '#features/sites/default-words.policy.ts'
import { CURRENCY_NAMES, REGION_NAMES } from '#features/sites/region.policy.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#ui/button.tsx'
import { LateNotice } from '#ui/late-notice.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useMounted } from '#ui/use-mounted.ts'
import type { FeatureName } from './deploy-answers.ts'
import { CONTENT, FEATURES, type Step } from './deploy-words.ts'
import { HinderedButton, HindranceLine, useHindrance } from './hindrance.tsx'
import type { StepProps } from './step-props.ts'
import { useHost } from './use-host.ts'

/** Everything once more, before it becomes real. */
export function SummaryStep({ assistant: { answers, busy, problem }, go, deploy }: StepProps) {
  const alive = useMounted()
  const host = useHost()
  const hindrance = useHindrance()
  const on = Object.entries(FEATURES).filter(([name]) => answers.features[name as FeatureName])
  const off = Object.entries(FEATURES).filter(([name]) => !answers.features[name as FeatureName])
  const labels = (some: typeof on) => some.map(([, { label }]) => label).join(', ')
  const isNameless = answers.siteName === ''
  return (
    <>
      <h2 tabIndex={-1}>Deployment</h2>
      <Group step={1} heading="Basic Info">
        <Line term="Site name">{answers.siteName.trim() || <Missing>Not given yet</Missing>}</Line>
        <Line term="Description">{answers.description.trim() || <Missing>{defaultDescription(answers.features)}</Missing>}</Line>
        <Line term="Primary region">{REGION_NAMES[answers.primaryRegion]}</Line>
        <Line term="Default currency">{CURRENCY_NAMES[answers.defaultCurrency]}</Line>
        <Line term="Address">
          {answers.siteName.trim() ? (
            <>
              {slugOf(answers.siteName)}
              <wbr />
              .sustainable-tech
              <wbr />.{host}
            </>
          ) : (
            <Missing>Follows from the name</Missing>
          )}
        </Line>
        <Line term="Domain name">{answers.domainName.trim() || <Missing>None</Missing>}</Line>
        <Line term="Starts with">{CONTENT[answers.content].label}</Line>
      </Group>
      <Group step={2} heading="Features">
        <Line term="On">{labels(on) || <Missing>None</Missing>}</Line>
        {off.length > 0 && <Line term="Off">{labels(off)}</Line>}
        <Line term="Analytics">{answers.analyticsEnabled ? 'On' : 'Off'}</Line>
      </Group>
      {isNameless && alive && (
        <Notice tone="warn">
          Your site has no name yet. <Link to={paths.deploy(1)}>Give it one in Basic Info</Link>, then you can deploy.
        </Notice>
      )}
      {problem && (
        <Notice tone="bad" role="alert" title="Your site was not deployed">
          {problem}
        </Notice>
      )}
      <div className="actions deploy-actions">
        {hindrance && !busy ? (
          <HinderedButton by={hindrance} />
        ) : (
          <Button type="submit" disabled={isNameless} busy={busy} busyLabel="Deploying..." onClick={deploy}>
            Deploy Now
          </Button>
        )}
        <Button variant="quiet" disabled={busy} onClick={() => go(2)}>
          Back
        </Button>
        <LateNotice what="This form" />
      </div>
      {hindrance && !busy && <HindranceLine by={hindrance} />}
      <p className="deploy-note" role="status">
        {busy ? 'Making the database, the settings and the first pages. This takes a few seconds.' : ''}
      </p>
    </>
  )
}

function Group({ step, heading, children }: { step: Step; heading: string; children: ReactNode }) {
  return (
    <section className="deploy-summary" aria-label={heading}>
      <div className="deploy-summary-head">
        <h3>{heading}</h3>
        <Link to={paths.deploy(step)}>
          Edit<span className="vh"> {heading}</span>
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

const Missing = ({ children }: { children: ReactNode }) => <span className="deploy-missing">{children}</span>
