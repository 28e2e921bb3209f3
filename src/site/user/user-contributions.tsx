import { parseContributions } from '#features/users/contribution.policy.ts'
import type { User } from '#features/users/user.client.ts'
import { useSite } from '#site/shell/use-site.ts'
import { useWording } from '#ui/text/use-wording.ts'
import * as styles from './user.module.css'

export function UserContributions({ user }: { user: User }) {
  const { posts, replies, reviews, upvotes, downvotes } = parseContributions(user.contributions)
  const { features } = useSite()
  const { number } = useWording()
  const contributions: [label: string, count: number, isShown: boolean][] = [
    ['Posts', posts, features.forums],
    ['Replies', replies, features.forums],
    ['Reviews', reviews, features.products],
    ['Upvotes', upvotes, features.userAccounts],
    ['Downvotes', downvotes, features.userAccounts],
  ]
  const shownContributions = contributions.filter(([, , isShown]) => isShown)
  if (shownContributions.length === 0) return null
  return (
    <section aria-labelledby="contributions-title" className={styles.profilePart}>
      <h2 id="contributions-title">Contributions</h2>
      <dl className={styles.contributions}>
        {shownContributions.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{number(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
