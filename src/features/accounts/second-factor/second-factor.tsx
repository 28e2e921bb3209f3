/** Switches one-time codes on, in three steps (password, first code, recovery codes), or off. */
import { useState } from 'react'
import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import {
  loadAccountForms,
  startSecondFactor,
  stopSecondFactor,
  type OwnAccount,
  type SecondFactorSetup,
} from '#features/accounts/account.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { FirstCodeForm } from './first-code-form.tsx'
import * as styles from '#features/accounts/account-form.module.css'
import * as factorStyles from './second-factor.module.css'

export function SecondFactor({ account }: { account: OwnAccount }) {
  const { nounFor } = useWording()
  const [setup, setSetup] = useState<SecondFactorSetup>()
  const [codes, setCodes] = useState<string[]>()
  const [open, setOpen] = useState(false)
  const closeForms = () => {
    setOpen(false)
    setSetup(undefined)
  }

  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        username={account.username}
        statusMessage="One-time codes are on."
        lost="phone"
        onSaved={() => setCodes(undefined)}
      />
    )
  if (setup) {
    return (
      <FirstCodeForm
        setup={setup}
        onCancel={() => setSetup(undefined)}
        onProven={(recoveryCodes) => {
          setCodes(recoveryCodes)
          closeForms()
        }}
      />
    )
  }
  return (
    <>
      <p className={factorStyles.factorState}>
        {account.hasOneTimeCodes ? (
          <>
            <b className={factorStyles.factorOn}>
              <Icon name="check" /> On
            </b>{' '}
            You have {account.recoveryCodesLeft} recovery {nounFor(account.recoveryCodesLeft, NOUNS.code)} left.
          </>
        ) : (
          <>
            <b>Off.</b> If you switch them on, you also need a six-digit code from an app on your phone to sign in, so a stolen password is
            not enough.
          </>
        )}
      </p>
      {!open && (
        <p className="actions">
          <Button variant={account.hasOneTimeCodes ? 'danger' : 'quiet'} onClick={() => setOpen(true)}>
            {account.hasOneTimeCodes ? 'Switch off' : 'Set up one-time codes'}
          </Button>
        </p>
      )}
      {open &&
        (account.hasOneTimeCodes ? (
          <PasswordForm
            label="Switch off"
            busyLabel="Switching off..."
            danger
            send={stopSecondFactor}
            onDone={() => {
              closeForms()
              toast({ title: 'One-time codes are off', message: 'You can sign in with your password alone.' })
            }}
            onCancel={() => setOpen(false)}
          />
        ) : (
          <PasswordForm
            label="Continue"
            busyLabel="Checking..."
            send={startSecondFactor}
            onDone={setSetup}
            onCancel={() => setOpen(false)}
          />
        ))}
    </>
  )
}

interface PasswordFormProps<R> {
  label: string
  busyLabel: string
  danger?: boolean
  send: (password: string) => Promise<R>
  onDone: (result: R) => void
  onCancel: () => void
}

function PasswordForm<R>({ label, busyLabel, danger, send, onDone, onCancel }: PasswordFormProps<R>) {
  const form = useForm({
    start: { password: '' },
    toBody: (values) => values,
    contract: async () => (await loadAccountForms()).startSecondFactorEndpoint.body,
    send: ({ password }) => send(password),
    onDone,
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label={label}>
      <PasswordField label="Your password" field={form.field('password')} />
      <FormFooter form={form} label={label} busyLabel={busyLabel} {...(danger ? { tone: 'danger' as const } : {})}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormFooter>
    </form>
  )
}
