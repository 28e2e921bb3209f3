import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import * as styles from './tabs.module.css'

/** One tab and its panel. */
export interface TabItem {
  value: string
  label: string
  /** A small figure after the label. */
  count?: number | undefined
  content: ReactNode
}

interface TabSetProps {
  value: string
  onChange: (value: string) => void
  tabs: TabItem[]
  /** The accessible name of the row of tabs. */
  label: string
  /** Keeps the panels of inactive tabs in the page, hidden (half-filled forms stay as they are). */
  keep?: boolean | undefined
  className?: string | undefined
}

/** A row of tabs and the panel of the current one. The page keeps the value. */
export function TabSet({ value, onChange, tabs, label, keep, className }: TabSetProps) {
  return (
    <Tabs.Root value={value} onValueChange={onChange} className={className}>
      <Tabs.List className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.value} value={tab.value}>
            {/* The space belongs to the label: alone it would be lost to screen readers. */}
            {tab.count === undefined ? tab.label : `${tab.label} `}
            {tab.count !== undefined && <span className="num">{tab.count}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Content key={tab.value} value={tab.value} className={styles.panel} data-part="tab-panel" forceMount={keep || undefined}>
          {tab.content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
