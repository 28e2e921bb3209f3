/**
 * Launches a site. There is one launch at a time, launches with the same answers have the same idempotency key, and the progress is shown for
 * at least 2.5 seconds.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { deploymentQuery, launchSite, launchRulesQuery, type Deployment } from '#features/deployment/deployment.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { getDeployState, setDeployState, type DeployAnswers } from './deploy-state.ts'
import { findStepOfField, type DeployStep } from './deploy-labels.ts'

const MIN_PROGRESS_MS = 2500
const POLL_INTERVAL_MS = 1000
const MAX_POLLS = 60
/** Error codes for reasons that `useLaunchBlocker` returns after its data was refetched. */
const BLOCKER_CODES = new Set(['deployment.not_allowed', 'deployment.email_not_confirmed', 'deployment.full'])

/** The site is still being created after the last poll. Deploying again with the same answers continues the same launch. */
class LaunchPendingError extends Error {}
/** The launch was interrupted: the site no longer exists, because the server has removed what was left of it. */
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
  const attempt = getAttempt(answers)
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
    const errors = listFieldErrors(error)
    const [firstInvalidField] = Object.keys(errors)
    setDeployState({ busy: false, errors, problem: firstInvalidField ? undefined : formatProblem(toError(error)) })
    if (error instanceof ApiError && error.code === 'deployment.invitation_invalid' && invitation)
      setDeployState({ invitation: { ...invitation, isValid: false } })
    // The launch rules or the session have changed since they were loaded. They are refetched, so that `useLaunchBlocker` returns the reason.
    if (error instanceof ApiError && BLOCKER_CODES.has(error.code ?? ''))
      for (const { queryKey } of [launchRulesQuery(), sessionQuery()]) void queryClient.invalidateQueries({ queryKey })
    toast({ title: 'Deployment Failed', message: 'There was an error deploying your site. Please try again.', tone: 'destructive' })
    if (firstInvalidField) goToStep(findStepOfField(firstInvalidField))
  }
}

/**
 * Polls until the site is no longer being created. Only the first response contains the claim link, so the last response is merged into it.
 * @throws {LaunchPendingError} if the site is still being created after the last poll
 * @throws {LaunchInterruptedError} if the site no longer exists
 */
async function waitUntilLive(queryClient: QueryClient, started: Deployment): Promise<Deployment> {
  let latest = started
  for (let polls = 0; latest.state === 'creating' && polls < MAX_POLLS; polls += 1) {
    await wait(POLL_INTERVAL_MS)
    const response = queryClient.fetchQuery({ ...deploymentQuery(started.id, started.token), staleTime: 0 })
    // After a network or server error, the next poll tries again.
    latest = await response.catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) throw error.status === 404 ? new LaunchInterruptedError() : error
      return latest
    })
  }
  if (latest.state === 'creating') throw new LaunchPendingError()
  return { ...started, ...latest }
}

function formatProblem(error: Error): string {
  if (error instanceof LaunchPendingError)
    return 'Your site is still being created. Press Deploy Now to keep waiting: it is created only once.'
  if (error instanceof LaunchInterruptedError) return 'Creating your site was interrupted. Press Deploy Now to start again.'
  return formatReason(error)
}

/** Returns the last attempt if it had the same answers, otherwise an attempt with a new idempotency key. */
function getAttempt(answers: DeployAnswers): { key: string; body: string } {
  const body = JSON.stringify(answers)
  const { attempt } = getDeployState()
  return attempt?.body === body ? attempt : { key: createKey(), body }
}

/** Creates a random idempotency key. `crypto.randomUUID` is available only in secure contexts (HTTPS and localhost). */
const createKey = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the first error message of each field by its name. */
function listFieldErrors(error: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  if (error instanceof ApiError) for (const { path, message } of error.errors) errors[path.split('.')[0] ?? ''] ??= message
  return errors
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
