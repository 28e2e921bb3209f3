/** All attack groups, in execution order: those that kill the server come last. */
import { accounts } from './accounts.ts'
import { cachePoisoning } from './cache-poisoning.ts'
import { floods } from './floods.ts'
import { heavyTexts } from './heavy-texts.ts'
import { jsonOddities } from './json-oddities.ts'
import { mailBombs } from './mail-bombs.ts'
import { mailAndReports } from './mail-and-reports.ts'
import { malformedRequests } from './malformed-requests.ts'
import { passwords } from './passwords.ts'
import { phishingRelay } from './phishing-relay.ts'
import { redirects } from './redirects.ts'
import { massAssignment } from './mass-assignment.ts'
import { slowClients } from './slow-clients.ts'
import { storedScript } from './stored-script.ts'
import { strangers } from './strangers.ts'
import { suddenEnd } from './sudden-end.ts'
import type { Group } from './target.ts'
import { traversal } from './traversal.ts'
import { uploads } from './uploads.ts'

export const GROUPS: readonly Group[] = [
  malformedRequests,
  cachePoisoning,
  strangers,
  traversal,
  redirects,
  jsonOddities,
  massAssignment,
  uploads,
  storedScript,
  heavyTexts,
  phishingRelay,
  floods,
  slowClients,
  accounts,
  passwords,
  mailBombs,
  mailAndReports,
  suddenEnd,
]
