import type { ReactNode } from 'react'
import { isolateText } from '#ui/text/isolate-text.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import * as styles from './notice.module.css'

/** What a notice is about: a remark, a success, a warning, a fault. */
export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

const marks: Record<NoticeTone, IconName> = { info: 'info', good: 'check', warn: 'alert', bad: 'alert' }

interface NoticeProps {
  tone?: NoticeTone | undefined
  title?: ReactNode
  children?: ReactNode
  /** `status` or `alert` for a notice that appears later; none for one that is part of the page. */
  role?: 'status' | 'alert' | undefined
  className?: string | undefined
}

/** A tinted box with a remark inside the page. An alert is scrolled into view when it appears: its form may be longer than the window. */
export function Notice({ tone = 'info', title, children, role, className }: NoticeProps) {
  return (
    <div
      ref={role === 'alert' ? scrollIntoView : undefined}
      className={joinClasses(styles.notice, className)}
      data-part="notice"
      data-tone={tone}
      role={role}
    >
      <Icon name={marks[tone]} />
      <div>
        {title && <b>{isolateText(title)}</b>}
        {children}
      </div>
    </div>
  )
}

const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
