import { CopyButton } from './copy-button.tsx'
import * as styles from './dns-record.module.css'

interface DnsRecordProps {
  type: string
  name: string
  value: string
  /** Name of the record, such as `SPF`, which distinguishes the copy buttons of several records on a page. */
  recordLabel?: string
}

/** Renders a DNS record that the administrator has to add, with copy buttons. */
export const DnsRecord = ({ type, name, value, recordLabel }: DnsRecordProps) => (
  <dl className={styles.dnsRecord}>
    <div>
      <dt>Type</dt>
      <dd>
        <code>{type}</code>
      </dd>
    </div>
    <RecordPart label="Name" recordLabel={recordLabel} value={name} />
    <RecordPart label="Value" recordLabel={recordLabel} value={value} />
  </dl>
)

const RecordPart = ({ label, recordLabel, value }: { label: string; recordLabel: string | undefined; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <code>{value}</code>
      <CopyButton label={recordLabel ? `${recordLabel} ${label.toLowerCase()}` : label} value={value} />
    </dd>
  </div>
)
