import type { Expert } from '#features/experts/expert.client.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { DemoNote } from '#site/shell/demo-note.tsx'
import * as styles from '#site/articles/article.module.css'

/** Shows the expert who wrote the article, with biography and declared interest. */
export function AuthorBox({ expert }: { expert: Expert }) {
  return (
    <section className={styles.authorBox} aria-label="About the author">
      <Avatar id={expert.id} name={expert.name} src={expert.avatarUrl} size="l" />
      <h2 dir="auto">{expert.name}</h2>
      <p dir="auto" className={styles.authorBoxTitle}>
        {expert.title} {expert.isDemo && <DemoChip />}
      </p>
      {expert.isDemo && <DemoNote text="This expert is invented; the facts in the guide are real." />}
      <p dir="auto" className={`${styles.authorBoxBio} no-print`}>
        {expert.bio}
      </p>
      <p className={styles.authorBoxInterest}>
        <b>Declared interest</b> {expert.interest}
      </p>
    </section>
  )
}
