/** zod with our configuration. dependency-cruiser rejects other imports, so that this runs before the first schema is created. */
import { z } from 'zod'
import { describeIssue } from './schema-messages.ts'

// To compile object schemas, zod tests `new Function`. The content security policy forbids it in pages, and browsers report the attempt
// although zod catches the error. On the server it is allowed and faster.
if (typeof document !== 'undefined') z.config({ jitless: true })

z.config({ customError: describeIssue })

export { z }
