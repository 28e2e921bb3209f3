/** zod as all of our code has it: dependency-cruiser refuses other imports of zod, so that this is said before the first one is made. */
import { z } from 'zod'
import { describeIssue } from './schema-messages.ts'

// Making an object's schema, zod asks whether it may compile with `new Function`. In a page the content security policy says no, and browsers
// tell of the attempt although it is caught. On the server it may, and is faster for it.
if (typeof document !== 'undefined') z.config({ jitless: true })

z.config({ customError: describeIssue })

export { z }
