import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import * as styles from './tooltip.module.css'

interface TooltipProps {
  text: ReactNode
  /** A single focusable element. */
  children: ReactElement
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
}

/** Shows a short text 700 ms after the pointer enters `children`, or at once on focus. Never use it as the only source of information. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={700}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
