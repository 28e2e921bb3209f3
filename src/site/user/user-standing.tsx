import { LEVEL_THRESHOLDS, levelProgress } from '#features/users/level.policy.ts'
import { LevelBadge } from '#features/trust/level-badge.tsx'
import { GUIDE_LEVEL } from '#features/trust/trust.policy.ts'
import type { User } from '#features/users/user.client.ts'
import { ProgressBar } from '#ui/states/progress-bar.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import * as styles from './user.module.css'

/** Shows a member's level, reputation points and progress to the next level. */
export function UserStanding({ user: { level, reputationPoints } }: { user: User }) {
  const { number, count, nounFor } = useWording()
  // The threshold of level n is at index n - 1, so `level` is the index of the next level.
  const nextThreshold = LEVEL_THRESHOLDS[level]
  const missingPoints = Math.max(0, (nextThreshold ?? 0) - reputationPoints)
  return (
    <section className={styles.standing} aria-labelledby="standing-title">
      <div className={styles.standingFigures}>
        <h2 id="standing-title">
          Level <b className="num">{level}</b>
          {level >= GUIDE_LEVEL && (
            <>
              {' '}
              <LevelBadge level={level} />
            </>
          )}
        </h2>
        <p>
          <b className="num">{number(reputationPoints)}</b> reputation {nounFor(reputationPoints, NOUNS.point)}
        </p>
      </div>
      <ProgressBar value={levelProgress(level, reputationPoints)} label={`Progress of level ${level}`} />
      <p className={styles.standingNext}>
        <span>{Math.round(levelProgress(level, reputationPoints))}%</span>
        <span>{nextThreshold === undefined ? 'The highest level' : `${count(missingPoints, NOUNS.point)} to level ${level + 1}`}</span>
      </p>
    </section>
  )
}
