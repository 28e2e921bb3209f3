/** Explains how visits are counted and who is excluded. */
import * as styles from './analytics.module.css'

export const WhatIsCounted = () => (
  <section aria-labelledby="visits-what" className={`${styles.visitsSection} ${styles.visitsWords}`}>
    <h2 id="visits-what">What is counted</h2>
    <ul>
      <li>A page view is one view of a public page, whether it was loaded directly or opened from another page of the site.</li>
      <li>
        A visitor is one browser at one IP address on one day. The same person counts again on another day, so daily visitors cannot be
        added up.
      </li>
      <li>New page views appear here within 30 seconds. Counts are stored for 400 days.</li>
    </ul>
    <h2>What is not counted</h2>
    <ul>
      <li>Signed-in administrators, and views of admin and account pages.</li>
      <li>Bots that identify themselves, and pages that a browser prefetches.</li>
      <li>Visitors whose browser sends “Do Not Track” or “Global Privacy Control”.</li>
    </ul>
    <p>
      Counting uses no cookies and no third parties. Visitors are distinguished by a hash whose salt changes daily and is then deleted. If
      the server restarts, some visitors may be counted twice that day.
    </p>
  </section>
)
