import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import * as styles from './tabs.module.css'

/** One tab and its panel. */
export interface TabItem {
  value: string
  label: string
  /** Number shown after the label. */
  count?: number | undefined
  content: ReactNode
}

interface TabSetProps {
  value: string
  onChange: (value: string) => void
  tabs: TabItem[]
  /** Accessible name of the tab list. */
  label: string
  /** Keeps inactive panels mounted but hidden, so that half-filled forms are preserved. */
  keepMounted?: boolean | undefined
  className?: string | undefined
}

/** Controlled tabs with the panel of the current one. */
export function TabSet({ value, onChange, tabs, label, keepMounted, className }: TabSetProps) {
  return (
    <Tabs.Root value={value} onValueChange={onChange} className={className}>
      <Tabs.List className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.value} value={tab.value}>
            {/* The space is part of the label: as a text node of its own screen readers would drop it. */}
            {tab.count === undefined ? tab.label : `${tab.label} `}
            {tab.count !== undefined && <span className="num">{tab.count}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content
          key={tab.value}
          value={tab.value}
          className={styles.panel}
          data-part="tab-panel"
          forceMount={keepMounted || undefined}
        >
          {tab.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
