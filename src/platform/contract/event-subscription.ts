/** What the handler of an endpoint with server-sent events returns. */
import type { Viewer } from './context.ts'

export interface EventSubscription {
  /** Names of the channels whose events are sent, such as `topic:5`. Access has been checked. */
  channels: readonly string[]
  /** The member who reads the events; null for a visitor. */
  viewer: Viewer | null
}
