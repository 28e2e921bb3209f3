/** Lists and manages the member's passkeys. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Skeleton } from '#ui/states/skeleton.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import type { OwnAccount } from '#features/accounts/account.client.ts'
import { RecoveryCodes } from '#features/accounts/second-factor/recovery-codes.tsx'
import { ownPasskeysQuery } from './passkey.client.ts'
import { supportsPasskeys } from './passkey-device.client.ts'
import { PasskeyDialog, type PasskeyStep } from './passkey-dialogs.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import * as styles from './passkeys.module.css'

/** Renders the section about passkeys, or nothing if the browser does not support passkeys and the account has none. */
export function Passkeys({ account }: { account: OwnAccount }) {
  const passkeys = useQuery(ownPasskeysQuery())
  const isUsable = !useMounted() || supportsPasskeys()
  if (!isUsable && !passkeys.data?.items.length) return null
  return (
    <section aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      <OwnPasskeys account={account} isUsable={isUsable} />
    </section>
  )
}

function OwnPasskeys({ account, isUsable }: { account: OwnAccount; isUsable: boolean }) {
  const { nounFor } = useWording()
  const passkeys = useQuery(ownPasskeysQuery())
  const [step, setStep] = useState<PasskeyStep>()
  const [codes, setCodes] = useState<string[]>()
  const listRef = useRef<HTMLUListElement>(null)

  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        username={account.username}
        statusMessage="You now also need a passkey after your password."
        lost="passkey"
        onSaved={() => setCodes(undefined)}
      />
    )
  if (passkeys.isPending) return <Skeleton className={styles.passkeysWaiting} />
  if (passkeys.isError) {
    return (
      <p role="alert">
        Your passkeys could not be loaded.{' '}
        <Button variant="quiet" size="s" busy={passkeys.isFetching} onClick={() => void passkeys.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  const { items } = passkeys.data
  const { asksPasskeyAfterPassword, recoveryCodesLeft, hasOneTimeCodes } = account
  return (
    <>
      <p className={styles.passkeysIntro}>
        {items.length === 0 && <b>None yet. </b>}A passkey signs you in with your fingerprint, your face or your screen lock. It cannot be
        guessed, and it does not work on any other site.
      </p>
      {items.length > 0 && (
        <ul className={styles.passkeys} ref={listRef} tabIndex={-1} aria-label="Your passkeys">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onStep={setStep} />
          ))}
        </ul>
      )}
      {isUsable && (
        <p className="actions">
          <Button variant="quiet" onClick={() => setStep({ name: 'add' })}>
            Add a passkey
          </Button>
        </p>
      )}
      {items.length > 0 && (
        <div className={styles.afterPassword}>
          <Switch
            label="Ask for a passkey after the password"
            hint={
              asksPasskeyAfterPassword && !hasOneTimeCodes
                ? `You have ${recoveryCodesLeft} recovery ${nounFor(recoveryCodesLeft, NOUNS.code)} left in case you lose your passkey.`
                : 'A stolen password is then not enough to sign in. You get recovery codes in case you lose your passkey.'
            }
            checked={asksPasskeyAfterPassword}
            onChange={(isOn) => setStep({ name: 'after-password', isOn })}
          />
        </div>
      )}
      <PasskeyDialog
        step={step}
        onClose={() => setStep(undefined)}
        onCodes={setCodes}
        // Focuses the list, because the focused button is removed together with its row.
        onRemoved={() => listRef.current?.focus({ preventScroll: true })}
      />
    </>
  )
}
