/** Shows the verification of a launched site's own domain; renders nothing for sites without one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DomainProofCard } from '#admin/sites/domain-proof.tsx'
import { checkOwnDomain, ownDomainQuery } from '#features/deployment/domain-proof/domain-proof.client.ts'
import * as styles from './settings.module.css'

export function OwnDomain() {
  const queryClient = useQueryClient()
  const proof = useQuery({ ...ownDomainQuery(), refetchOnMount: 'always' }).data?.domain
  if (!proof) return null
  return (
    <section id="own-domain" className={styles.settingsDemo} aria-labelledby="own-domain-title">
      <h2 id="own-domain-title">Your own domain</h2>
      <DomainProofCard
        proof={proof}
        check={checkOwnDomain}
        onChecked={(domain) => queryClient.setQueryData(ownDomainQuery().queryKey, { domain })}
      />
    </section>
  )
}
