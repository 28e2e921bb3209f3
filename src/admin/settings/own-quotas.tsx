/** What this copy uses of what the installation gives it. The main site has no limits, and no such section. */
import { useQuery } from '@tanstack/react-query'
import { QuotaList } from '#admin/sites/quota-list.tsx'
import { ownQuotasQuery } from '#features/quotas/quota.client.ts'
import * as styles from './settings.module.css'

export function OwnQuotas() {
  const quotas = useQuery({ ...ownQuotasQuery(), refetchOnMount: 'always' }).data?.quotas
  if (!quotas?.length) return null
  return (
    <section id="quotas" className={styles.settingsDemo} aria-labelledby="quotas-title">
      <h2 id="quotas-title">What this site uses</h2>
      <p>
        Whoever runs this installation sets how much it may. At the end of a limit nothing is lost: new posts or pictures are refused with a
        message, and mail waits.
      </p>
      <QuotaList quotas={quotas} />
    </section>
  )
}
