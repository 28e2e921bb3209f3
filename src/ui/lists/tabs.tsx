import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import * as styles from './tabs.module.css'

/** One tab and its panel. */
export interface TabItem {
  /** Key of the tab. */
  value: string
  label: string
  /** Number shown after the label. */
  count?: number | undefined
  content: ReactNode
}

interface TabSetProps {
  /** Key of the current tab. */
  value: string
  onChange: (value: string) => void
  tabs: TabItem[]
  /** Accessible name of the tab list. */
  label: string
  /** Keeps inactive panels mounted but hidden, so that half-filled forms are preserved. */
  keepMounted?: boolean | undefined
  className?: string | undefined
}

/** Renders controlled tabs and the panel of the current one. */
export function TabSet({ value, onChange, tabs, label, keepMounted, className }: TabSetProps) {
  return (
    <Tabs.Root value={value} onValueChange={onChange} className={className}>
      <Tabs.List className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Trigger key={tab.value} value={tab.value}>
            {/* The space is part of the label, because screen readers skip a text node that is only a space. */}
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
