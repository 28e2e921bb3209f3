import { recordSearchClick } from '#features/search/search.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Link } from '#ui/router/link.tsx'
import { addRecentSearch } from './recent-searches.ts'
import type { SuggestionGroup, SuggestionOption } from './use-suggestions.ts'
import * as styles from './suggestions.module.css'

interface SuggestionGroupsProps {
  groups: SuggestionGroup[]
  /** Where the keyboard is. */
  active: SuggestionOption | undefined
  idOf: (key: string) => string
  onChoose: () => void
}

/** The options of the list, each a link: it can be opened in another tab. */
export function SuggestionGroups({ groups, active, idOf, onChoose }: SuggestionGroupsProps) {
  return groups.map(({ label, options }) => {
    const links = options.map(({ key, label: words, to, icon, search, suggestedFor }) => (
      <Link
        key={key}
        id={idOf(key)}
        role="option"
        tabIndex={-1}
        aria-selected={key === active?.key}
        className={joinClasses(styles.option, key === active?.key && styles.active, key === 'all' && styles.all)}
        to={to}
        // The field keeps the focus, so that leaving it is not noticed before the choice.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (search !== undefined) addRecentSearch(search)
          if (suggestedFor !== undefined) recordSearchClick({ q: suggestedFor, url: to })
          onChoose()
        }}
      >
        <Icon name={icon} />
        <span>{words}</span>
      </Link>
    ))
    if (label === undefined) return links
    return (
      <div key={label} role="group" aria-labelledby={idOf(label)} className={styles.group}>
        <p id={idOf(label)} className={styles.label} role="presentation">
          {label}
        </p>
        {links}
      </div>
    )
  })
}
