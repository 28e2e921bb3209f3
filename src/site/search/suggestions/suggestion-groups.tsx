import { recordSearchClick } from '#features/search/search.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { Link } from '#ui/router/link.tsx'
import { addRecentSearch } from './recent-searches.ts'
import type { SuggestionGroup, SuggestionOption } from './use-suggestions.ts'
import * as styles from './suggestions.module.css'

interface SuggestionGroupsProps {
  groups: SuggestionGroup[]
  /** Option that is selected by keyboard; undefined if none is. */
  activeOption: SuggestionOption | undefined
  /** Returns the element id of an option or of a group's heading. */
  getElementId: (key: string) => string
  onSelect: () => void
}

/** Lists suggestions in groups. Each option is a link, so that it can be opened in a new tab. */
export function SuggestionGroups({ groups, activeOption, getElementId, onSelect }: SuggestionGroupsProps) {
  return groups.map(({ label, options }) => {
    const links = options.map(({ key, label: text, to, icon, search, suggestedFor, isDemo }) => (
      <Link
        key={key}
        id={getElementId(key)}
        role="option"
        tabIndex={-1}
        aria-selected={key === activeOption?.key}
        className={joinClasses(styles.option, key === activeOption?.key && styles.active, key === 'all' && styles.all)}
        to={to}
        // The focus must stay in the search field: its focusout event would close the list before the click arrives.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (search !== undefined) addRecentSearch(search)
          if (suggestedFor !== undefined) recordSearchClick({ q: suggestedFor, url: to })
          onSelect()
        }}
      >
        <Icon name={icon} />
        <span>{text}</span>
        {isDemo && <DemoChip />}
      </Link>
    ))
    if (label === undefined) return links
    return (
      <div key={label} role="group" aria-labelledby={getElementId(label)} className={styles.group}>
        <p id={getElementId(label)} className={styles.label} role="presentation">
          {label}
        </p>
        {links}
      </div>
    )
  })
}
