import { dutyFileUrl, type DutySignature } from '#features/duties/duty.client.ts'
import type { DutyKey } from '#features/duties/duties.policy.ts'
import { focusContent } from '#ui/hydration/remember-focused-control.ts'
import { Link } from '#ui/router/link.tsx'
import { ShortDate } from '#ui/text/time.tsx'
import { Downloads } from './downloads.tsx'
import * as styles from './duties.module.css'

/** Lists the signed versions, newest first. @param props.shown number of the version that the page shows */
export function DutyVersions({ duty, versions, shown }: { duty: DutyKey; versions: DutySignature[]; shown: number | undefined }) {
  return (
    <section className={styles.part} aria-labelledby="duty-versions">
      <h2 id="duty-versions">Signed versions</h2>
      <ul className={styles.versions}>
        {versions.map(({ number, signedAt, name, role, reviewDueAt }) => (
          <li key={number}>
            <p>
              <Link
                to={`/admin/duties?open=${duty}&version=${number}`}
                aria-current={number === shown ? 'true' : undefined}
                onClick={focusContent}
              >
                Version {number}
              </Link>
              , signed on <ShortDate date={signedAt} /> by <bdi>{name}</bdi>, <bdi>{role}</bdi>. Review due on{' '}
              <ShortDate date={reviewDueAt} />.
            </p>
            <Downloads urlOf={(format) => dutyFileUrl(duty, format, number)} what={`version ${number}`} />
          </li>
        ))}
      </ul>
    </section>
  )
}
