import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { getClaimStage } from '#features/sites/claim-stage.policy.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { LongDate, ShortTime } from '#ui/text/time.tsx'
import { useSite } from './use-site.ts'
import * as styles from './claim-bar.module.css'

const MINUTE_MS = 60_000

/** Bar on an unclaimed site, with the date on which it will be retired. The page /claim has no bar, because it shows the date itself. */
export function ClaimBar() {
  const { claim } = useSite()
  const { pathname } = useLocation()
  return claim && pathname !== '/claim' ? <Bar {...claim} /> : null
}

function Bar({ until, stage }: NonNullable<SiteInfo['claim']>) {
  // The stage from the server may be outdated, because the page may be cached. After hydration the stage depends on the browser's clock.
  const currentStage = useSyncExternalStore(
    subscribeToMinutes,
    () => getClaimStage(until),
    () => stage,
  )
  return (
    <aside
      className={joinClasses(styles.claimBar, 'no-print', currentStage !== 'early' && styles.claimBarLate)}
      aria-label="About this site"
    >
      <p className="container">
        {currentStage !== 'early' && <Icon name="alert" />}
        <span>{STAGE_TEXTS[currentStage](until)}</span>
      </p>
    </aside>
  )
}

const STAGE_TEXTS = {
  early: (until: string) => (
    <>
      This site has not been claimed yet. It will be retired on <LongDate date={until} />. The person who launched it has the claim link.
    </>
  ),
  late: (until: string) => (
    <>
      <b>
        This site will be retired on <ShortTime date={until} end="." />
      </b>{' '}
      It has not been claimed yet. The person who launched it has the claim link.
    </>
  ),
  over: () => (
    <>
      <b>This site is being retired.</b> It was not claimed in time.
    </>
  ),
}

function subscribeToMinutes(onTick: () => void): () => void {
  const timer = setInterval(onTick, MINUTE_MS)
  return () => clearInterval(timer)
}
