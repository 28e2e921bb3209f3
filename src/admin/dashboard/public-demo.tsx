/** Warns on the overview of a public site that visitors see the demo content, and offers to remove or replace it. */
import { DemoActions } from '#admin/settings/demo-actions.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './dashboard.module.css'

export function PublicDemo() {
  return (
    <section className={styles.publicDemo} aria-labelledby="public-demo">
      <Icon name="alert" />
      <div>
        <h2 id="public-demo">Visitors see the demo content</h2>
        <p>
          Your site is public, but its products, reviews, members and topics are still invented. They are marked “Demo” and search engines
          are asked not to index them.
        </p>
        <div className={styles.publicDemoActions}>
          <DemoActions />
        </div>
      </div>
    </section>
  )
}
