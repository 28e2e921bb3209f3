import * as styles from './passkeys.module.css'

/** Renders the checkbox that removes all passkeys together with a password change, because passkeys sign in without the password. */
export function RemovePasskeys({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.removePasskeys}>
      <input type="checkbox" name="removePasskeys" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>
        Remove all passkeys
        <small>Passkeys sign in without the password. Choose this if you do not recognise one, or have lost a device.</small>
      </span>
    </label>
  )
}
