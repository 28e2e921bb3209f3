import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Notice } from '#ui/states/notice.tsx'
import { confirmSecondFactor, loadAccountForms, type SecondFactorSetup } from '#features/accounts/account.client.ts'
import { AccountField } from '#features/accounts/account-field.tsx'
import { FormFooter } from '#features/accounts/form-footer.tsx'
import * as styles from '#features/accounts/account-form.module.css'
import * as factorStyles from './second-factor.module.css'

interface FirstCodeProps {
  setup: SecondFactorSetup
  onProven: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function FirstCodeForm({ setup, onProven, onCancel }: FirstCodeProps) {
  const form = useForm({
    start: { code: '' },
    toBody: ({ code }) => ({ code: code.replaceAll(' ', '') }),
    contract: async () => (await loadAccountForms()).confirmSecondFactorEndpoint.body,
    send: ({ code }) => confirmSecondFactor(code),
    onDone: ({ recoveryCodes }) => onProven(recoveryCodes),
  })
  return (
    <form {...form.props} className={styles.accountForm} aria-label="Set up one-time codes">
      <ol className={factorStyles.factorSteps}>
        <li>
          <h4>Scan this picture with your authenticator app</h4>
          <div className={factorStyles.factorPicture}>
            <img
              src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
              alt="QR code with the secret for your authenticator app"
              width={200}
              height={200}
            />
            <p>
              No camera? Enter this secret in the app:
              <code>{setup.secret.match(/.{1,4}/g)?.join(' ')}</code>
              <a href={setup.address}>Open it in an app on this device</a>
            </p>
          </div>
        </li>
        <li>
          <h4>Enter the six digits that it shows</h4>
          <AccountField label="First code" field={form.field('code')} autoComplete="one-time-code" inputMode="numeric" maxLength={7} />
        </li>
      </ol>
      <Notice>One-time codes are on once you confirm the first code. You then get recovery codes in case you lose your phone.</Notice>
      <FormFooter form={form} label="Confirm" busyLabel="Confirming...">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormFooter>
    </form>
  )
}
