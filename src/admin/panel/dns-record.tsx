import { CopyButton } from './copy-button.tsx'
import * as styles from './dns-record.module.css'

interface DnsRecordProps {
  type: string
  name: string
  value: string
  /** Distinguishes the copy buttons of several records on a page: `SPF`. */
  about?: string
}

/** A DNS record to add, with copy buttons. */
export const DnsRecord = ({ type, name, value, about }: DnsRecordProps) => (
  <dl className={styles.dnsRecord}>
    <div>
      <dt>Type</dt>
      <dd>
        <code>{type}</code>
      </dd>
    </div>
    <RecordPart label="Name" about={about} value={name} />
    <RecordPart label="Value" about={about} value={value} />
  </dl>
)

const RecordPart = ({ label, about, value }: { label: string; about: string | undefined; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <code>{value}</code>
      <CopyButton label={about ? `${about} ${label.toLowerCase()}` : label} value={value} />
    </dd>
  </div>
)
