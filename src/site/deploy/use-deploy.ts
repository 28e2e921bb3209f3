/** Launching: at most one at a time, the same key for the same answers, and success never in under 2.5 seconds. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { sessionQuery } from '#features/accounts/sessions/session.client.ts'
import { deploymentQuery, launchSite, launchRulesQuery, type Deployment } from '#features/deployment/deployment.client.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import { toError } from '#platform/client/to-error.client.ts'
import { getDeployState, setDeployState, type DeployAnswers } from './deploy-state.ts'
import { parseStep, type DeployStep } from './deploy-labels.ts'

/** How long the launch is shown at least, in milliseconds. */
const MIN_PROGRESS_MS = 2500
const ASK_AGAIN = 1000
const ASK_AT_MOST = 60
/** Refusals that the page can know of beforehand. */
const HINDERED = new Set(['deployment.not_allowed', 'deployment.email_not_confirmed', 'deployment.full'])

/** Asked for again with the same answers, both go on with the same launch. */
class StillCreating extends Error {}
class Interrupted extends Error {}

/** @param show goes to the step where something is to be corrected */
export function useDeploy(show: (step: DeployStep) => void): () => void {
  const queryClient = useQueryClient()
  return () => void deploy(queryClient, show)
}

async function deploy(queryClient: QueryClient, show: (step: DeployStep) => void): Promise<void> {
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
      launchSite(invitation?.isValid ? { ...answers, invitation: invitation.token } : answers, attempt.key).then((begun) =>
        whenLive(queryClient, begun),
      ),
      wait(MIN_PROGRESS_MS),
    ])
    setDeployState({ busy: false, launched })
    toast({ title: 'Deployment Successful!' })
  } catch (fault) {
    const errors = fieldErrors(fault)
    const [first] = Object.keys(errors)
    setDeployState({ busy: false, errors, problem: first ? undefined : problemOf(toError(fault)) })
    if (fault instanceof ApiError && fault.code === 'deployment.invitation_invalid' && invitation)
      setDeployState({ invitation: { ...invitation, isValid: false } })
    // What has changed since the page was loaded is said where it belongs.
    if (fault instanceof ApiError && HINDERED.has(fault.code ?? ''))
      for (const { queryKey } of [launchRulesQuery(), sessionQuery()]) void queryClient.invalidateQueries({ queryKey })
    toast({ title: 'Deployment Failed', message: 'There was an error deploying your site. Please try again.', tone: 'destructive' })
    if (first) show(parseStep(first))
  }
}

/** The copy answers as soon as it is `live`; the link was only in the first answer. */
async function whenLive(queryClient: QueryClient, begun: Deployment): Promise<Deployment> {
  let now = begun
  for (let asked = 0; now.state === 'creating' && asked < ASK_AT_MOST; asked += 1) {
    await wait(ASK_AGAIN)
    const answer = queryClient.fetchQuery({ ...deploymentQuery(begun.id, begun.token), staleTime: 0 })
    // An answer that gets lost on the way is asked for again.
    now = await answer.catch((fault: unknown) => {
      if (fault instanceof ApiError && fault.status < 500) throw fault.status === 404 ? new Interrupted() : fault
      return now
    })
  }
  if (now.state === 'creating') throw new StillCreating()
  return { ...begun, ...now }
}

function problemOf(fault: Error): string {
  if (fault instanceof StillCreating) return 'It is still being made. Press Deploy Now again to wait for it: it is made only once.'
  if (fault instanceof Interrupted) return 'Making it was interrupted, and nothing of it is left. Press Deploy Now to start again.'
  return formatReason(fault)
}

function attemptFor(answers: DeployAnswers): { key: string; body: string } {
  const body = JSON.stringify(answers)
  const { attempt } = getDeployState()
  return attempt?.body === body ? attempt : { key: newKey(), body }
}

/** `crypto.randomUUID` is there only under https and on localhost. */
const newKey = (): string =>
  'randomUUID' in crypto
    ? crypto.randomUUID()
    : Array.from(globalThis.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

function fieldErrors(fault: unknown): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (fault instanceof ApiError) for (const { path, message } of fault.errors) wrong[path.split('.')[0] ?? ''] ??= message
  return wrong
}

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time))
