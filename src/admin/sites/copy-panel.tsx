/** Side panel that shows a launched site: state, domain, newsletter, quotas and actions. */
import { useState } from 'react'
import { FactList, PanelSection, SidePanel } from '#admin/panel/side-panel.tsx'
import type { Copy } from '#features/deployment/copies/copies.client.ts'
import { Notice } from '#ui/states/notice.tsx'
import { ShortTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { CopyDomain } from './copy-domain.tsx'
import { CopyNewsletter } from './copy-newsletter.tsx'
import { TenantSiteQuotas } from './copy-quotas.tsx'
import { CopyActions } from './copy-actions.tsx'
import { formatCopySize, COPY_STATE_LABELS } from './copy-labels.ts'
import { formatCopyClaim } from './copy-labels.ts'
import * as styles from './sites.module.css'

export function CopyPanel({ copy, onChanged, onClose }: { copy: Copy; onChanged: (copy: Copy) => void; onClose: () => void }) {
  const wording = useWording()
  const [claimLink, setClaimLink] = useState<string | null>(null)
  return (
    <SidePanel title={copy.name} onClose={onClose}>
      <FactList
        facts={{
          Address: <a href={copy.address}>{copy.address}</a>,
          State: copy.outOfService ? 'Out of service: see the log' : COPY_STATE_LABELS[copy.state],
          Claimed: formatCopyClaim(copy, wording),
          Size: formatCopySize(copy.bytes, wording),
          'Last active': copy.lastActiveAt ? <ShortTime date={copy.lastActiveAt} /> : 'Never',
          Created: <ShortTime date={copy.createdAt} />,
        }}
      />
      {copy.heldJobs !== null && copy.heldJobs > 0 && (
        <Notice tone="warn" title={wording.count(copy.heldJobs, ADMIN_NOUNS.jobIsHeld)}>
          <p>They do not run until an administrator of the copy resumes or discards them under Background jobs.</p>
        </Notice>
      )}
      {claimLink && (
        <Notice tone="warn" role="status" title="New claim link">
          <p>The first person who opens this link becomes the administrator. It is shown only once.</p>
          <p className={styles.copyLink}>
            <a href={claimLink}>{claimLink}</a>
          </p>
        </Notice>
      )}
      {copy.domain && (
        <PanelSection title="Own domain">
          <CopyDomain id={copy.id} proof={copy.domain} onChecked={(domain) => onChanged({ ...copy, domain })} />
        </PanelSection>
      )}
      {copy.state !== 'creating' && <CopyNewsletter copy={copy} onChanged={onChanged} />}
      {copy.quotas && (
        <TenantSiteQuotas
          key={JSON.stringify(copy.quotas.map(({ limit }) => limit))}
          site={copy}
          quotas={copy.quotas}
          onChanged={onChanged}
        />
      )}
      <CopyActions copy={copy} onChanged={onChanged} onClaimLink={setClaimLink} onDeleted={onClose} />
    </SidePanel>
  )
}
