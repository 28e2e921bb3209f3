/** What the figures of the visits mean, and whom they leave out. */
import * as styles from './analytics.module.css'

export const WhatIsCounted = () => (
  <section aria-labelledby="visits-what" className={`${styles.visitsSection} ${styles.visitsWords}`}>
    <h2 id="visits-what">What is counted</h2>
    <ul>
      <li>Each look at a public page is one page view, whether the page was opened or reached inside the site.</li>
      <li>
        A visitor is one browser at one network address on one day. Whoever comes on two days counts on both, so visitors of several days
        cannot be added up.
      </li>
      <li>New looks appear here within half a minute. Counts are kept for 400 days.</li>
    </ul>
    <h2>What is not</h2>
    <ul>
      <li>Administrators who are signed in, and the pages of the back-office and of people’s own accounts.</li>
      <li>Robots that say what they are, and pages that a browser fetches ahead.</li>
      <li>Visitors whose browser asks not to be tracked (“Do Not Track” or “Global Privacy Control”). They are not counted at all.</li>
    </ul>
    <p>
      There are no cookies for it, and no other company takes part. Visitors are told apart by a hash whose salt changes each day and is
      deleted with it. If the server starts anew during a day, somebody may be counted twice on that day.
    </p>
  </section>
)
