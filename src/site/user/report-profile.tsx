import { useIsSessionKnown, useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ReportButton } from '#features/reports/report-button.tsx'
import * as styles from './user.module.css'

/** Lets everybody but its owner report a profile. */
export function ReportProfile({ id, name }: { id: number; name: string }) {
  const user = useSignedIn()
  const isSessionKnown = useIsSessionKnown()
  return (
    // The place of the button stays on one's own profile, so that nothing moves once the session is known.
    <p className={styles.profileReport}>{!(isSessionKnown && user?.id === id) && <ReportButton kind="user" id={id} of={`of ${name}`} />}</p>
  )
}
