import { useSignedIn } from '#features/accounts/sessions/signed-in.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import * as styles from './membership.module.css'

/** Invites visitors to sign up, and greets members. */
export function Membership() {
  const { guestPosting } = useSite()
  const user = useSignedIn()
  if (user) return <Greeting id={user.id} name={user.displayName || user.username} />
  return (
    <div className={styles.membership}>
      <div>
        <h3>Join the conversation</h3>
        <p className={styles.membershipWords}>
          A free account is needed to take part in discussions
          {guestPosting ? ' under your own name. Without one you post as a guest.' : '.'} There is no fee and there are no sales calls.
        </p>
        <p className="actions">
          <ButtonLink variant="sun" to={paths.signUp()}>
            Sign Up Free
          </ButtonLink>
          <ButtonLink variant="ghost" to={paths.about('guidelines')}>
            Learn More<span className="visuallyHidden"> about the community guidelines</span>
          </ButtonLink>
        </p>
      </div>
      <MembershipCardPicture />
    </div>
  )
}

function Greeting({ id, name }: { id: number; name: string }) {
  const { features } = useSite()
  return (
    <div className={styles.membership}>
      <div>
        <h3>
          Welcome back, <bdi>{name}</bdi>.
        </h3>
        <p className={styles.membershipWords}>Your posts appear under your own name. Your points, level and badges are on your profile.</p>
        <p className="actions">
          {features.forums && (
            <ButtonLink variant="sun" to={paths.forum()}>
              Go to the forum
            </ButtonLink>
          )}
          <ButtonLink variant="ghost" to={paths.user(id)}>
            Your profile
          </ButtonLink>
        </p>
      </div>
      <MembershipCardPicture />
    </div>
  )
}

const MembershipCardPicture = () => (
  <img className={styles.ticket} src="/art/scenes/membership-card.svg" alt="" width={340} height={214} loading="lazy" decoding="async" />
)
