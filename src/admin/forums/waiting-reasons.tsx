import type { WaitingPost } from '#features/forums/moderation/moderation.client.ts'
import { WAITING_REASONS } from '#features/trust/waiting-reason.policy.ts'
import * as styles from './forums.module.css'

/** Shows why a post waits, with the estimated probability of spam. Posts from before the screening have no reasons. */
export function WaitingReasons({ reasons, spamScore }: Pick<WaitingPost, 'reasons' | 'spamScore'>) {
  if (reasons.length === 0) return null
  return (
    <div className={styles.waitingReasons}>
      <p>
        Spam score <b className="num">{toPercent(spamScore)}</b> of 100
      </p>
      <WaitingReasonList reasons={reasons} />
    </div>
  )
}

const toPercent = (score: number): number => Math.round(score * 100)

interface WaitingReasonListProps extends Pick<WaitingPost, 'reasons'> {
  className?: string | undefined
}

/** Lists the reasons for which something waits, each with its probability of spam in per cent. */
export function WaitingReasonList({ reasons, className }: WaitingReasonListProps) {
  return (
    <ul className={className}>
      {reasons.map(({ code, score, detail }) => (
        <li key={code}>
          {WAITING_REASONS[code].label}
          {detail && (
            <>
              : <bdi>{detail}</bdi>
            </>
          )}{' '}
          <span className="num">({toPercent(score)})</span>
        </li>
      ))}
    </ul>
  )
}
