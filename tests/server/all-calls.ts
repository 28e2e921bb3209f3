/** Every writing call there is. */
import { communityCalls } from './calls/community.calls.ts'
import { enquiryCalls } from './calls/enquiries.calls.ts'
import { newsletterCalls } from './calls/newsletter.calls.ts'
import { operatorCalls } from './calls/operator.calls.ts'
import type { WriteCall } from './write-call.ts'

export const WRITE_CALLS: readonly WriteCall[] = [...communityCalls, ...enquiryCalls, ...newsletterCalls, ...operatorCalls]
