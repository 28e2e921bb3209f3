import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { toError } from '#platform/client/to-error.client.ts'
import type { Session } from '#features/accounts/sessions/session.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import { storeSession } from '#features/accounts/sessions/signed-in.client.ts'
import { beginPasskeySignIn, type passkeySignIn } from './passkey.client.ts'
import { describeDeviceError, isNotCompleted, supportsPasskeys, getPasskeyAssertion } from './passkey-device.client.ts'
import * as styles from './passkey-button.module.css'

interface PasskeyButtonProps {
  send: typeof passkeySignIn
  onDone: (session: Session) => void
}

/** Renders a button that signs in with a passkey, or nothing if the browser does not support passkeys. */
export function PasskeyButton({ send, onDone }: PasskeyButtonProps) {
  const queryClient = useQueryClient()
  const mounted = useMounted()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (mounted && !supportsPasskeys()) return null

  const signInWithPasskey = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const session = await send(await getPasskeyAssertion(await beginPasskeySignIn()))
      storeSession(queryClient, session)
      onDone(session)
    } catch (thrown) {
      const error = toError(thrown)
      if (!isNotCompleted(error)) setProblem(describeDeviceError(error) ?? formatReason(error))
      setBusy(false)
    }
  }

  return (
    <div className={styles.passkeyWay}>
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button
        variant="quiet"
        wide
        disabled={!mounted}
        busy={busy}
        busyLabel="Waiting for your passkey..."
        onClick={() => void signInWithPasskey()}
      >
        <Icon name="key" /> Sign in with a passkey
      </Button>
    </div>
  )
}
