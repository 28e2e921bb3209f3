import { useNavigation } from 'react-router'
import * as styles from './pending-navigation.module.css'

/** A bar at the top of the window while the next page is loaded. It is shown after a delay, so that fast navigations do not flash. */
export function PendingNavigation() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.bar} role="progressbar" aria-label="Loading the page" />
}
