import { joinClasses } from '#ui/styles/join-classes.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './late-notice.module.css'

interface LateNoticeProps {
  /** What the reader wanted to do or use: "This form". */
  what: string
  /** It does its work without the script too. */
  works?: boolean
}

/**
 * Beside a button whose script has not arrived after a while (blocked, no connection): what that means, and what can be done. The styles alone
 * show it, as no script can be counted on. It stands right after the button, lies over it or below it, and takes no room. Gone once hydrated.
 */
export function LateNotice({ what, works }: LateNoticeProps) {
  if (useMounted()) return null
  return (
    <span className={joinClasses(styles.late, works && styles.works)} data-part="late-notice" role="status">
      <span>
        {works
          ? `A part of this page has not arrived. ${what} works without it.`
          : `${what} needs a part of the page that has not arrived. Please check the connection and reload the page.`}
      </span>
    </span>
  )
}
