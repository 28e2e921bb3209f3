/** Everything that is tried, in this order: what ends the server comes last. */
import { oddRequests } from './odd-requests.ts'
import { storedScript } from './stored-script.ts'
import { strangers } from './strangers.ts'
import type { Group } from './target.ts'
import { traversal } from './traversal.ts'

export const GROUPS: readonly Group[] = [oddRequests, strangers, traversal, storedScript]
