/** Links to the deliverability check, which is a separate page because DNS queries are slow. Hidden on launched sites: the main site sends their email. */
import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '#features/sites/site.client.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import * as styles from './settings.module.css'

export function DeliverabilityLink() {
  const site = useQuery(siteQuery()).data
  if (site?.region !== null) return null
  return (
    <section id="mail" className={styles.settingsDemo} aria-labelledby="mail-title">
      <h2 id="mail-title">Email deliverability</h2>
      <p>Check the DNS records of your sender domain (SPF, DKIM and DMARC), and see which records to add.</p>
      <ButtonLink variant="quiet" to="/admin/deliverability">
        Check your sender domain
      </ButtonLink>
    </section>
  )
}
