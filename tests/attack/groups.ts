/** Everything that is tried, in this order: what ends the server comes last. */
import { cachePoisoning } from './cache-poisoning.ts'
import { floods } from './floods.ts'
import { heavyTexts } from './heavy-texts.ts'
import { oddRequests } from './odd-requests.ts'
import { passwords } from './passwords.ts'
import { slowClients } from './slow-clients.ts'
import { storedScript } from './stored-script.ts'
import { strangers } from './strangers.ts'
import type { Group } from './target.ts'
import { traversal } from './traversal.ts'

export const GROUPS: readonly Group[] = [
  oddRequests,
  cachePoisoning,
  strangers,
  traversal,
  storedScript,
  heavyTexts,
  floods,
  slowClients,
  passwords,
]
