/** Launches a site: one launch at a time, an idempotency key per set of answers, and at least 2.5 seconds of progress. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { deploymentQuery, launchSite, launchRulesQuery, type Deployment } from '#features/deployment/deployment.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { getDeployState, setDeployState, type DeployAnswers } from './deploy-state.ts'
import { stepOfField, type DeployStep } from './deploy-labels.ts'

/** Minimum time for which progress is shown. */
const MIN_PROGRESS_MS = 2500
const POLL_INTERVAL_MS = 1000
const MAX_POLLS = 60
/** Error codes that useLaunchBlocker explains once its data is refetched. */
const BLOCKER_CODES = new Set(['deployment.not_allowed', 'deployment.email_not_confirmed', 'deployment.full'])

/** Still running after the last poll; deploying again with the same answers resumes the same launch. */
class LaunchPendingError extends Error {}
/** The site no longer exists: the server removed the remains of an interrupted launch. */
class LaunchInterruptedError extends Error {}

/** @param goToStep called with the step that contains the first invalid field */
export function useDeploy(goToStep: (step: DeployStep) => void): () => void {
  const queryClient = useQueryClient()
  return () => void deploy(queryClient, goToStep)
}

async function deploy(queryClient: QueryClient, goToStep: (step: DeployStep) => void): Promise<void> {
  const { answers, busy, invitation } = getDeployState()
  if (busy) return
  if (!answers.siteName.trim()) {
    const message = 'Please provide a name for your site before deploying.'
    toast({ title: 'Missing Information', message, tone: 'destructive' })
    return
  }
  const attempt = attemptFor(answers)
  setDeployState({ busy: true, attempt, errors: {}, problem: undefined })
  toast({ title: 'Deployment Started' })
  try {
    const [launched] = await Promise.all([
      launchSite(invitation?.isValid ? { ...answers, invitation: invitation.token } : answers, attempt.key).then((started) =>
        waitUntilLive(queryClient, started),
      ),
      wait(MIN_PROGRESS_MS),
    ])
    setDeployState({ busy: false, launched })
    toast({ title: 'Deployment Successful!' })
  } catch (error) {
    const errors = fieldErrors(error)
    const [first] = Object.keys(errors)
    setDeployState({ busy: false, errors, problem: first ? undefined : problemOf(toError(error)) })
    if (error instanceof ApiError && error.code === 'deployment.invitation_invalid' && invitation)
      setDeployState({ invitation: { ...invitation, isValid: false } })
    // Rules or session have changed since the page was loaded: refetched, so that useLaunchBlocker shows the reason.
    if (error instanceof ApiError && BLOCKER_CODES.has(error.code ?? ''))
      for (const { queryKey } of [launchRulesQuery(), sessionQuery()]) void queryClient.invalidateQueries({ queryKey })
    toast({ title: 'Deployment Failed', message: 'There was an error deploying your site. Please try again.', tone: 'destructive' })
    if (first) goToStep(stepOfField(first))
  }
}

/** Polls until the site is `live`. Only the first response contains the claim link, so the two are merged. */
async function waitUntilLive(queryClient: QueryClient, started: Deployment): Promise<Deployment> {
  let current = started
  for (let polls = 0; current.state === 'creating' && polls < MAX_POLLS; polls += 1) {
    await wait(POLL_INTERVAL_MS)
    const response = queryClient.fetchQuery({ ...deploymentQuery(started.id, started.token), staleTime: 0 })
    // Network and server errors are retried.
    current = await response.catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw error.status === 404 ? new LaunchInterruptedError() : error
      return current
    })
  }
  if (current.state === 'creating') throw new LaunchPendingError()
  return { ...started, ...current }
}

function problemOf(error: Error): string {
  if (error instanceof LaunchPendingError)
    return 'Your site is still being created. Press Deploy Now to keep waiting: it is created only once.'
  if (error instanceof LaunchInterruptedError) return 'Creating your site was interrupted. Press Deploy Now to start again.'
  return formatReason(error)
}

function attemptFor(answers: DeployAnswers): { key: string; body: string } {
  const body = JSON.stringify(answers)
  const { attempt } = getDeployState()
  return attempt?.body === body ? attempt : { key: newKey(), body }
}

/** `crypto.randomUUID` is available in secure contexts only (HTTPS and localhost). */
const newKey = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function fieldErrors(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  if (error instanceof ApiError) for (const { path, message } of error.errors) errors[path.split('.')[0] ?? ''] ??= message
  return errors
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
