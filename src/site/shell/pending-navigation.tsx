import { useNavigation } from 'react-router'
import * as styles from './pending-navigation.module.css'

/** Shows a bar at the top of the window while the next page is loading. It appears after a delay, so that it does not flash on fast navigations. */
export function PendingNavigation() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.bar} role="progressbar" aria-label="Loading the page" />
}
