import type { ReactNode } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import * as styles from './notice.module.css'

/** Tone of a notice: information, success, warning or error. */
export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

const icons: Record<NoticeTone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' }

interface NoticeProps {
  tone?: NoticeTone | undefined
  title?: ReactNode
  children?: ReactNode
  /** ARIA role: `status` or `alert` for a notice that appears later; absent for one that is part of the initial page. */
  role?: 'status' | 'alert' | undefined
  className?: string | undefined
}

/** Renders an inline message box. An alert is scrolled into view when it appears, because its form may be longer than the window. */
export function Notice({ tone = 'info', title, children, role, className }: NoticeProps) {
  return (
    <div
      ref={role === 'alert' ? scrollIntoView : undefined}
      className={joinClasses(styles.notice, className)}
      data-part="notice"
      data-tone={tone}
      role={role}
    >
      <Icon name={icons[tone]} />
      <div>
        {title && <b>{isolateText(title)}</b>}
        {children}
      </div>
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
