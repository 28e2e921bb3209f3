/** Sample calls for enquiries, by customers and administrators. */
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import {
  changeEnquiryNotesEndpoint,
  changeEnquiryStatusEndpoint,
  deleteEnquiryEndpoint,
} from '#features/enquiries/handling/enquiry-handling.contract.ts'
import {
  addEnquiryMessageEndpoint,
  answerEnquiryEndpoint,
  eraseEnquiryEndpoint,
  sendEnquiryLinksEndpoint,
  withdrawEnquiryEndpoint,
} from '#features/enquiries/tracking/tracking.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import type { World } from '../world.ts'

/** Returns the form input of a customer with a unique email address, about the first product. */
async function createForm(world: World) {
  const { id: productId } = await world.db.selectFrom('products').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const email = `${world.unique('customer').replace(' ', '-')}@example.com`
  return { name: 'Ada Quill', email, phone: '01632 960001', address: '1 The Row', notes: 'Does it hum?', productId }
}

/** Creates an enquiry. @returns the enquiry, with the key from the mail to the customer */
async function createEnquiry(world: World): Promise<{ id: number; email: string; key: string }> {
  const body = await createForm(world)
  const { id } = await world.mustSend('POST', '/api/enquiries', { body })
  const key = /\/enquiry-status\/(\d+~[\w-]{43})/.exec(await world.newestMailTo(body.email))?.[1] ?? ''
  return { id: id as number, email: body.email, key }
}

export const enquiryCalls: WriteCall[] = [
  writeCall(postEnquiryEndpoint, 'visitor', async (world) => ({ body: await createForm(world) })),
  writeCall(postEnquiryEndpoint, 'member', async (world) => ({ body: await createForm(world) }), 'by a member'),
  writeCall(
    changeEnquiryStatusEndpoint,
    'admin',
    async (world) => ({ params: { id: (await createEnquiry(world)).id }, body: { status: 'contacted' as const } }),
    'that notifies the customer',
  ),
  writeCall(changeEnquiryNotesEndpoint, 'admin', async (world) => ({
    params: { id: (await createEnquiry(world)).id },
    body: { notes: 'Call back on Monday.', version: 1 },
  })),
  writeCall(deleteEnquiryEndpoint, 'admin', async (world) => ({ params: { id: (await createEnquiry(world)).id } })),
  writeCall(answerEnquiryEndpoint, 'admin', async (world) => ({
    params: { id: (await createEnquiry(world)).id },
    body: { text: 'It is silent.' },
  })),
  writeCall(addEnquiryMessageEndpoint, 'visitor', async (world) => ({
    params: { key: (await createEnquiry(world)).key },
    body: { text: 'Is there a warranty?' },
  })),
  writeCall(withdrawEnquiryEndpoint, 'visitor', async (world) => ({ params: { key: (await createEnquiry(world)).key } })),
  writeCall(eraseEnquiryEndpoint, 'visitor', async (world) => ({ params: { key: (await createEnquiry(world)).key } })),
  writeCall(sendEnquiryLinksEndpoint, 'visitor', async (world) => ({ body: { email: (await createEnquiry(world)).email } })),
  writeCall(
    sendEnquiryLinksEndpoint,
    'visitor',
    (world) => ({ body: { email: `${world.unique('unknown').replace(' ', '-')}@example.com` } }),
    'for an unknown email address',
  ),
]
