import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import * as styles from './user.module.css'

/** On one's own profile: the way to what only oneself sees. @param id whose profile it is */
export function OwnProfileLink({ id }: { id: number }) {
  if (useSignedIn()?.id !== id) return null
  return (
    <ButtonLink variant="quiet" className={styles.profileOwn} to={paths.account()}>
      Your account
    </ButtonLink>
  )
}
