import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { claimStage } from '#features/sites/claim-stage.policy.ts'
import type { SiteInfo } from '#features/sites/site.client.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { LongDate, ShortTime } from '#ui/text/time.tsx'
import { useSite } from './use-site.ts'
import * as styles from './claim-bar.module.css'

const MINUTE = 60_000

/** A copy without an administrator says to everybody until when it will be there. The page of the claim says it itself. */
export function ClaimBar() {
  const { claim } = useSite()
  const { pathname } = useLocation()
  return claim && pathname !== '/claim' ? <Bar {...claim} /> : null
}

function Bar({ until, stage }: NonNullable<SiteInfo['claim']>) {
  // The page may have been kept a while: the browser's own clock decides once the page is hydrated.
  const now = useSyncExternalStore(
    everyMinute,
    () => claimStage(until),
    () => stage,
  )
  return (
    <aside className={joinClasses(styles.claimBar, 'no-print', now !== 'early' && styles.claimBarLate)} aria-label="About this site">
      <p className="container">
        {now !== 'early' && <Icon name="alert" />}
        <span>{WORDS[now](until)}</span>
      </p>
    </aside>
  )
}

const WORDS = {
  early: (until: string) => (
    <>
      Nobody has claimed this site yet. It will be retired on <LongDate date={until} />. Whoever launched it has the link.
    </>
  ),
  late: (until: string) => (
    <>
      <b>
        This site will be retired on <ShortTime date={until} end="." />
      </b>{' '}
      Nobody has claimed it yet. Whoever launched it has the link.
    </>
  ),
  over: () => (
    <>
      <b>This site is being retired.</b> Nobody has claimed it in time.
    </>
  ),
}

function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, MINUTE)
  return () => clearInterval(timer)
}
