import { ButtonLink } from '#ui/button.tsx'
import { paths } from '#site/paths.ts'
import { useSite } from '#site/shell/use-site.ts'
import './membership.css'

/** What an account is for. `Sign Up Free` joins `Learn More` here once accounts can be made. */
export function Membership() {
  const { guestPosting } = useSite()
  return (
    <div className="membership">
      <div>
        <h3>A free account is your chair at the table.</h3>
        <p className="membership-words">
          A free account is needed to take part in discussions
          {guestPosting ? ' under your own name. Without one you post as a guest.' : '.'} There is no fee and there are no sales calls.
        </p>
        <p className="actions">
          <ButtonLink variant="ghost" to={paths.about('guidelines')}>
            Learn More
          </ButtonLink>
        </p>
      </div>
      <img className="ticket" src="/art/scenes/membership-card.svg" alt="" width={340} height={214} loading="lazy" decoding="async" />
    </div>
  )
}
