import type { BackupState } from '#features/dashboard/dashboard.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { formatBytes } from '#wording/bytes.ts'
import * as styles from './dashboard.module.css'

export function LastBackups({ state: { lastGood, lastFailure } }: { state: BackupState }) {
  const { language } = useWording()
  return (
    <section aria-labelledby="backups" className={styles.backups}>
      <div className={styles.officeSection}>
        <h2 id="backups">Backups</h2>
      </div>
      {!lastGood && !lastFailure ? (
        <p className={styles.officeNothing}>The first backup is in progress.</p>
      ) : (
        <ul className={styles.activity}>
          {lastFailure && (
            <li className={styles.hasFailed}>
              <Icon name="alert" />
              <p>
                <b>The last backup failed.</b> {lastFailure.reason}
              </p>
              <RelativeTime className="num" date={lastFailure.at} kind="forum" />
            </li>
          )}
          {lastGood ? (
            <li>
              <Icon name="check" />
              <p>
                <b>All sites are backed up</b> in {lastGood.file}, {formatBytes(lastGood.bytes, language)}
              </p>
              <RelativeTime className="num" date={lastGood.at} kind="forum" />
            </li>
          ) : (
            <li>
              <Icon name="info" />
              <p>No successful backup yet.</p>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
