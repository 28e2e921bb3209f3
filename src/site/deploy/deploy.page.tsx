import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useTransition } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { launchRulesQuery, loadDeploymentConfig } from '#features/deployment/deployment.client.ts'
import { useForm } from '#platform/client/forms/form.client.ts'
import { PageMeta } from '#site/meta.tsx'
import { paths } from '#site/paths.ts'
import { NotFoundPage } from '#site/shell/not-found.tsx'
import { useSite } from '#site/shell/use-site.ts'
import { Notice } from '#ui/states/notice.tsx'
import { BasicStep } from './basic-step.tsx'
import { setDeployState, useDeployState } from './deploy-state.ts'
import { DEPLOY_STEPS, type DeployStep } from './deploy-labels.ts'
import { Deployed } from './deployed.tsx'
import { FeaturesStep } from './features-step.tsx'
import { LaunchBlockerNotice, useLaunchBlocker } from './launch-blocker.tsx'
import { SitePreview } from './site-preview.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { SummaryStep } from './summary-step.tsx'
import { useDeploy } from './use-deploy.ts'
import { useInvitation } from './use-invitation.ts'
import * as styles from './deploy.module.css'

const STEP_VIEWS = { 1: BasicStep, 2: FeaturesStep, 3: SummaryStep }

/** Launches a site in three steps. The step is in the URL, so that the browser's Back button returns to the previous step. */
export default function DeployPage() {
  const { name: siteName } = useSite()
  const { error } = useQuery(launchRulesQuery())
  const { launched } = useDeployState()
  const [searchParams] = useSearchParams()
  if (error?.status === 404) return <NotFoundPage />
  return (
    <div className={`container ${styles.deploy}`}>
      <PageMeta
        title="Deploy"
        description={`Launch a site like ${siteName} under your own name, with your own members and content.`}
        canonical={paths.deploy()}
        noIndex={parseStepNumber(searchParams.get('step')) !== 1}
      />
      {launched ? <Deployed launched={launched} /> : <Wizard />}
    </div>
  )
}

function Wizard() {
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const step = parseStepNumber(searchParams.get('step'))
  // Pending until the new step is shown, so that a second press of Continue does not submit the previous step again.
  const [isMoving, startMoving] = useTransition()
  const goToStep = (newStep: DeployStep) => startMoving(async () => navigate(paths.deploy(newStep)))
  const deploy = useDeploy(goToStep)
  const state = useDeployState()
  const blocker = useLaunchBlocker()
  const invitation = useInvitation()
  const StepView = STEP_VIEWS[step]

  // Answers and errors are stored outside React (deploy-state.ts), because a launch continues when the visitor leaves this page.
  const { props, busy } = useForm({
    start: state.answers,
    // A name is required only at the launch, so a placeholder passes the validation of the first step.
    toBody: (answers) => ({ ...answers, siteName: answers.siteName.trim() || 'Site' }),
    contract: step === 1 ? loadDeploymentConfig : undefined,
    onInvalid: (errors) => setDeployState({ errors }),
    send: () => Promise.resolve(),
    onDone: () => (step === 3 ? deploy() : goToStep(step === 1 ? 2 : 3)),
  })
  const formRef = props.ref

  const previousStep = useRef(step)
  useEffect(() => {
    // Focuses the first invalid field or, after a change of step, the heading. The first render of a valid step does not move the focus.
    const invalidField = formRef.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (invalidField) invalidField.focus()
    else if (previousStep.current !== step) formRef.current?.querySelector<HTMLElement>('h2')?.focus()
    previousStep.current = step
    // The dependencies make this run when the step changes and when a launch starts or ends, not on each key press.
  }, [step, state.busy, formRef])

  return (
    <>
      <header className={styles.deployHead}>
        <h1>Launch a site of your own</h1>
        <p className="lead">The same platform under your name, with its own database, members and back-office. It takes a minute.</p>
      </header>
      <noscript>
        <Notice className={styles.deployHindrance}>This form needs JavaScript.</Notice>
      </noscript>
      {blocker && <LaunchBlockerNotice blocker={blocker} />}
      {invitation && <InvitationNotice isValid={invitation.isValid} />}
      <StepIndicator step={step} />
      <div className={styles.deployBody}>
        <form {...props} className={styles.deployForm} aria-label={DEPLOY_STEPS[step - 1]}>
          <StepView state={state} isChecking={busy || isMoving} goToStep={goToStep} />
        </form>
        <SitePreview answers={state.answers} />
      </div>
    </>
  )
}

/**
 * Shows whether the opened invitation can be used; renders nothing until that is known. An invitation only replaces the account, so other
 * launch blockers still apply.
 */
function InvitationNotice({ isValid }: { isValid: boolean | undefined }) {
  if (isValid === undefined) return null
  return (
    <div className={styles.deployHindrance}>
      {isValid ? (
        <Notice tone="good" role="status" title="You have an invitation">
          <p>You can launch a site here without an account. The invitation is used when your site is deployed.</p>
        </Notice>
      ) : (
        <Notice tone="warn" role="status" title="This invitation cannot be used">
          <p>It has been used, has expired or was revoked. Please ask the administrators for a new one.</p>
        </Notice>
      )}
    </div>
  )
}

const parseStepNumber = (text: string | null): DeployStep => (text === '2' ? 2 : text === '3' ? 3 : 1)
