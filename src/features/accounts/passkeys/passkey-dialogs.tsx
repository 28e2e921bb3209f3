/** Renders the dialogs to add, rename and remove a passkey, and to require one after the password. */
import { useState, type ReactNode } from 'react'
import { ApiError } from '#platform/client/api.client.ts'
import { useForm, type Form } from '#platform/client/forms/form.client.ts'
import { waitForRefresh } from '#platform/client/query-refresh.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { AccountField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import { PasswordField } from '#features/accounts/passwords/password-field.tsx'
import {
  addPasskey,
  askPasskeyAfterPassword,
  beginPasskey,
  loadPasskeyForms,
  removePasskey,
  renamePasskey,
  type OwnPasskey,
} from './passkey.client.ts'
import { createPasskey, describeDeviceError, isNotCompleted } from './passkey-device.client.ts'
import { PASSKEY_NAME_MAX } from './passkey-limits.policy.ts'
import * as styles from '#features/accounts/account-form.module.css'

export type PasskeyStep =
  | { name: 'add' }
  | { name: 'rename'; passkey: OwnPasskey }
  | { name: 'remove'; passkey: OwnPasskey }
  | { name: 'after-password'; isOn: boolean }

interface PasskeyDialogProps {
  step: PasskeyStep | undefined
  onClose: () => void
  onCodes: (recoveryCodes: string[]) => void
  onRemoved: () => void
}

export function PasskeyDialog({ step, onClose, onCodes, onRemoved }: PasskeyDialogProps) {
  return (
    <Dialog open={step !== undefined} onOpenChange={(open) => !open && onClose()} {...getDialogTexts(step)}>
      {step?.name === 'add' && <AddForm onClose={onClose} />}
      {step?.name === 'rename' && <RenameForm passkey={step.passkey} onClose={onClose} />}
      {step?.name === 'remove' && <RemoveForm passkey={step.passkey} onClose={onClose} onRemoved={onRemoved} />}
      {step?.name === 'after-password' && <AfterPasswordForm isOn={step.isOn} onClose={onClose} onCodes={onCodes} />}
    </Dialog>
  )
}

function getDialogTexts(step: PasskeyStep | undefined): { title: string; description?: string } {
  switch (step?.name) {
    case 'rename':
      return { title: 'Rename this passkey' }
    case 'remove':
      return { title: 'Remove this passkey?', description: `“${step.passkey.name}” will no longer sign you in.` }
    case 'after-password':
      return step.isOn
        ? { title: 'Ask for a passkey', description: 'After your password, you will also need a passkey to sign in.' }
        : { title: 'Stop asking for a passkey', description: 'You will be able to sign in with your password alone.' }
    default:
      return { title: 'Add a passkey', description: 'Your device will ask for your fingerprint, your face or your screen lock.' }
  }
}

/** Thrown if the server requires the password, because the session is older than five minutes. */
class PasswordNeeded extends Error {}

function AddForm({ onClose }: { onClose: () => void }) {
  const [asksPassword, setAsksPassword] = useState(false)
  const [problem, setProblem] = useState<string>()
  const requestOptions = async (password: string | undefined) => {
    try {
      return await beginPasskey(password)
    } catch (error) {
      const isMissing = password === undefined && error instanceof ApiError && error.errors.some(({ path }) => path === 'password')
      throw isMissing ? new PasswordNeeded() : error
    }
  }
  const form = useForm({
    start: { name: '', password: '' },
    toBody: ({ name, password }) => ({ name, ...(asksPassword ? { password } : {}) }),
    contract: async () => {
      const { PasskeyNameForm, PasskeyPasswordForm } = await loadPasskeyForms()
      return asksPassword ? PasskeyNameForm.extend(PasskeyPasswordForm.shape) : PasskeyNameForm
    },
    send: async ({ name, password }: { name: string; password?: string }) => {
      setProblem(undefined)
      return addPasskey(name, await createPasskey(await requestOptions(password)))
    },
    onDone: async ({ name }) => {
      await waitForRefresh()
      toast({ title: 'Passkey added', message: `You can now sign in with ${name}.` })
      onClose()
    },
    onFailed: (error) => {
      if (error instanceof PasswordNeeded) {
        setAsksPassword(true)
        form.focus('password')
        return true
      }
      setProblem(describeDeviceError(error))
      return isNotCompleted(error) || describeDeviceError(error) !== undefined
    },
  })
  return (
    <StepForm form={form} label="Add a passkey" submit="Continue" busyLabel="Waiting for your device..." onClose={onClose}>
      <AccountField
        label="Name"
        hint="A name to recognise it by, such as “My phone”."
        field={form.field('name')}
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
      />
      {asksPassword && <PasswordField label="Your password" field={form.field('password')} />}
      {problem && (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
    </StepForm>
  )
}

function RenameForm({ passkey, onClose }: { passkey: OwnPasskey; onClose: () => void }) {
  const form = useForm({
    start: { name: passkey.name },
    toBody: (values) => values,
    contract: async () => (await loadPasskeyForms()).PasskeyNameForm,
    send: ({ name }) => renamePasskey(passkey.id, name),
    onDone: async () => {
      await waitForRefresh()
      onClose()
    },
  })
  return (
    <StepForm form={form} label="Rename this passkey" submit="Save" busyLabel="Saving..." onClose={onClose}>
      <AccountField label="Name" field={form.field('name')} autoComplete="off" maxLength={PASSKEY_NAME_MAX} />
    </StepForm>
  )
}

function RemoveForm({ passkey, onClose, onRemoved }: { passkey: OwnPasskey; onClose: () => void; onRemoved: () => void }) {
  const form = usePasswordForm(
    (password) => removePasskey(passkey.id, password),
    async () => {
      await waitForRefresh()
      toast({
        title: 'Passkey removed',
        message: `You can no longer sign in with ${passkey.name}. You can delete it from your device too.`,
      })
      onClose()
      onRemoved()
    },
  )
  return (
    <StepForm form={form} label="Remove this passkey" submit="Remove" busyLabel="Removing..." isDangerous onClose={onClose}>
      <PasswordField label="Your password" field={form.field('password')} />
    </StepForm>
  )
}

interface AfterPasswordFormProps {
  isOn: boolean
  onClose: () => void
  onCodes: (recoveryCodes: string[]) => void
}

function AfterPasswordForm({ isOn, onClose, onCodes }: AfterPasswordFormProps) {
  const form = usePasswordForm(
    (password) => askPasskeyAfterPassword(isOn, password),
    async ({ recoveryCodes }) => {
      await waitForRefresh()
      onClose()
      if (recoveryCodes.length) onCodes(recoveryCodes)
      else toast({ title: isOn ? 'You now also need a passkey after your password' : 'You can now sign in with your password alone' })
    },
  )
  const label = isOn ? 'Switch on' : 'Switch off'
  return (
    <StepForm form={form} label={label} submit={label} busyLabel="Switching..." isDangerous={!isOn} onClose={onClose}>
      <PasswordField label="Your password" field={form.field('password')} />
    </StepForm>
  )
}

const usePasswordForm = <R,>(send: (password: string) => Promise<R>, onDone: (result: R) => Promise<void>) =>
  useForm({
    start: { password: '' },
    toBody: (values) => values,
    contract: async () => (await loadPasskeyForms()).PasskeyPasswordForm,
    send: ({ password }: { password: string }) => send(password),
    onDone,
  })

interface StepFormProps {
  form: Pick<Form<object>, 'props' | 'problem' | 'busy'>
  label: string
  submit: string
  busyLabel: string
  isDangerous?: boolean
  onClose: () => void
  children: ReactNode
}

function StepForm({ form, label, submit, busyLabel, isDangerous, onClose, children }: StepFormProps) {
  return (
    <form {...form.props} className={styles.accountForm} aria-label={label}>
      {children}
      <FormFooter form={form} label={submit} busyLabel={busyLabel} {...(isDangerous ? { tone: 'danger' as const } : {})}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </FormFooter>
    </form>
  )
}
