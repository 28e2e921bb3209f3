/** Shows the quota usage of a launched site; renders nothing on the main site, which has no quotas. */
import { useQuery } from '@tanstack/react-query'
import { QuotaList } from '#admin/sites/quota-list.tsx'
import { ownQuotasQuery } from '#features/quotas/quota.client.ts'
import * as styles from './settings.module.css'

export function OwnQuotas() {
  const quotas = useQuery({ ...ownQuotasQuery(), refetchOnMount: 'always' }).data?.quotas
  if (!quotas?.length) return null
  return (
    <section id="quotas" className={styles.settingsDemo} aria-labelledby="quotas-title">
      <h2 id="quotas-title">Usage and limits</h2>
      <p>
        The operator of this installation sets the limits. When you reach one, nothing is lost: new posts and pictures are refused with a
        message, and emails wait.
      </p>
      <QuotaList quotas={quotas} />
    </section>
  )
}
