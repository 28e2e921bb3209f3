import { joinClasses } from '#ui/styles/join-classes.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import * as styles from './late-notice.module.css'

interface LateNoticeProps {
  /** Subject of the message, such as "This form". */
  what: string
  /** Whether the subject works without JavaScript. */
  worksWithoutJs?: boolean
}

/**
 * Renders a message that appears if the page's JavaScript has not loaded after 10 s (blocked or offline). A CSS animation shows it, because
 * scripts may not run. Place it right after the button; it is positioned absolutely. Hydration removes it.
 */
export function LateNotice({ what, worksWithoutJs }: LateNoticeProps) {
  if (useMounted()) return null
  return (
    <span className={joinClasses(styles.late, worksWithoutJs && styles.works)} data-part="late-notice" role="status">
      <span>
        {worksWithoutJs
          ? `Part of this page has not loaded. ${what} works without it.`
          : `${what} needs a part of the page that has not loaded. Please check your connection and reload the page.`}
      </span>
    </span>
  )
}
