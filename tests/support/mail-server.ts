/** A real mail server on this machine, for tests that look at what arrives there. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body, as they were sent. */
  text: string
}

/** By this two copies of one mail are known. */
export const messageIdOf = (mail: Pick<ReceivedMail, 'text'>): string => headerOf(mail, 'Message-ID')
/** What a report of returned mail is believed by. */
export const deliveryProofOf = (mail: Pick<ReceivedMail, 'text'>): string => headerOf(mail, 'X-Delivery-Proof')
/** Long headers are folded on the way. */
const headerOf = ({ text }: Pick<ReceivedMail, 'text'>, name: string): string =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(text.replace(/\r\n[ \t]/g, ' '))?.[1] ?? ''

/** What a server answers instead of taking a mail: for good from 500 on. */
export interface MailRefusal {
  code: number
  words: string
}

export interface TestMailServer {
  /** 127.0.0.1 and its port. */
  address: string
  smtpUrl: string
  server: SMTPServer
  close(): Promise<void>
}

/**
 * One that was closed refuses for ever, and test files share their modules: start it in `beforeAll`, not beside the imports.
 * @param take is given each mail, and answers what it is refused with, or nothing when it takes it
 * @param options of smtp-server, beside those for one that asks for no name and no encryption
 */
export async function startMailServer(
  take: (mail: ReceivedMail) => MailRefusal | undefined | void | Promise<MailRefusal | undefined | void>,
  options: SMTPServerOptions = {},
): Promise<TestMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 10,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString() }
        void Promise.resolve(take(mail)).then((refusal) =>
          refusal ? done(Object.assign(new Error(refusal.words), { responseCode: refusal.code })) : done(),
        )
      })
    },
    ...options,
  })
  // A sender that hangs up in the middle is no fault of the server's.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { address, smtpUrl: `smtp://${address}`, server, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
