/** The newsletter: an address is kept once; a repeat is a success too. */
import { z } from 'zod'
import { endpoint } from '#platform/endpoint.ts'

export const Subscribe = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'Please enter your email address')
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
})

export const subscribeEndpoint = endpoint({
  method: 'POST',
  path: '/api/newsletter',
  summary: 'Subscribe an address to the newsletter.',
  body: Subscribe,
  reply: z.object({ message: z.string() }),
  status: 200,
  limit: { max: 20, minutes: 10 },
})
