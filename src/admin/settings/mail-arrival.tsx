/** Whether mail arrives is asked on a page of its own, as the name servers may take their time. On a copy the main site sends. */
import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '#features/sites/site.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import * as styles from './settings.module.css'

export function MailArrival() {
  const site = useQuery(siteQuery()).data
  if (site?.region !== null) return null
  return (
    <section id="mail" className={styles.settingsDemo} aria-labelledby="mail-title">
      <h2 id="mail-title">Does your mail arrive?</h2>
      <p>What the DNS says of the sender’s domain (SPF, DKIM and DMARC), and the records to add, word for word.</p>
      <ButtonLink variant="quiet" to="/admin/deliverability">
        Check the sender’s domain
      </ButtonLink>
    </section>
  )
}
