/** Section that shows, removes and replaces the demo content, or on other sites removes the example products that they began with. */
import { useQuery } from '@tanstack/react-query'
import { demoContentQuery, type DemoContent as Counts } from '#features/content/demo-content.client.ts'
import { useWording } from '#ui/text/use-wording.ts'
import { DemoActions, formatCounts, PostsByPeopleNotice } from './demo-actions.tsx'
import * as styles from './settings.module.css'

export function DemoContent({ isDemoSite }: { isDemoSite: boolean }) {
  const wording = useWording()
  const counts = useQuery({ ...demoContentQuery(), refetchOnMount: 'always' })
  if (!isDemoSite) return counts.data && counts.data.products > 0 ? <ExampleProducts counts={counts.data} /> : null
  return (
    <section id="demo-content" className={styles.settingsDemo} aria-labelledby="demo-content-title">
      <h2 id="demo-content-title">Demo content</h2>
      <p>
        This site comes with sample products, articles and people, marked “Demo”. When you have content of your own, you can remove them all
        at once, or replace them with starter content: guides, one example product and one welcome topic for each category.
      </p>
      {counts.data && (
        <p>
          <b>Deleted:</b> {formatCounts(counts.data, wording)}, including those that you have edited and that are still marked “Demo”.
        </p>
      )}
      {counts.data && <PostsByPeopleNotice {...counts.data.fromPeople} />}
      <p>
        <b>Not deleted:</b> categories and badges, the Community Guest, demo accounts with a password or administrator rights, and what you
        and others have added, except reviews of demo products and replies in demo topics. Enquiries from customers stay, also those about
        demo products.
      </p>
      <div className={styles.demoActions}>
        <DemoActions />
      </div>
    </section>
  )
}

function ExampleProducts({ counts }: { counts: Counts }) {
  const wording = useWording()
  return (
    <section id="demo-content" className={styles.settingsDemo} aria-labelledby="demo-content-title">
      <h2 id="demo-content-title">Example products</h2>
      <p>
        This site began with example products, marked “Demo” and not listed by search engines. When you have products of your own, you can
        remove the examples all at once.
      </p>
      <p>
        <b>Deleted:</b> {formatCounts(counts, wording)}.
      </p>
      <PostsByPeopleNotice {...counts.fromPeople} />
      <div className={styles.demoActions}>
        <DemoActions choices={['examples']} />
      </div>
    </section>
  )
}
