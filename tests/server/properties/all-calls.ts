/** Lists sample calls of every write endpoint. */
import { accountSecurityCalls } from './calls/account-security.calls.ts'
import { accountCalls } from './calls/accounts.calls.ts'
import { communityCalls } from './calls/community.calls.ts'
import { contentCalls, wholeSiteCalls } from './calls/content.calls.ts'
import { dutyCalls } from './calls/duties.calls.ts'
import { enquiryCalls } from './calls/enquiries.calls.ts'
import { newsletterCalls } from './calls/newsletter.calls.ts'
import { operatorCalls } from './calls/operator.calls.ts'
import { productCalls } from './calls/products.calls.ts'
import { profileCalls } from './calls/profile.calls.ts'
import { reportCalls } from './calls/reports.calls.ts'
import { trustCalls } from './calls/trust.calls.ts'
import type { WriteCall } from './write-call.ts'

export const WRITE_CALLS: readonly WriteCall[] = [
  ...accountCalls,
  ...accountSecurityCalls,
  ...communityCalls,
  ...contentCalls,
  ...dutyCalls,
  ...enquiryCalls,
  ...newsletterCalls,
  ...operatorCalls,
  ...productCalls,
  ...profileCalls,
  ...reportCalls,
  ...trustCalls,
  // Last, because they change the whole site.
  ...wholeSiteCalls,
]
