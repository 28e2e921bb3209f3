/** Every writing call there is. */
import { communityCalls } from './calls/community.calls.ts'
import type { WriteCall } from './write-call.ts'

export const WRITE_CALLS: readonly WriteCall[] = [...communityCalls]
