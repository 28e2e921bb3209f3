/** Starts a local SMTP server that passes received mails to the test. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Raw headers and body. */
  text: string
}

/** Returns the Message-ID, which is the same when a mail is sent again. */
export const messageIdOf = (mail: Pick<ReceivedMail, 'text'>): string => getHeader(mail, 'Message-ID')
/** Returns the proof that authenticates a bounce report for the mail. */
export const deliveryProofOf = (mail: Pick<ReceivedMail, 'text'>): string => getHeader(mail, 'X-Delivery-Proof')
/** Returns the unfolded value of a header; empty if there is no such header. */
const getHeader = ({ text }: Pick<ReceivedMail, 'text'>, name: string): string =>
  new RegExp(`^${name}: (.*)\\r$`, 'im').exec(text.replace(/\r\n[ \t]/g, ' '))?.[1] ?? ''

/** SMTP reply of a rejected mail; codes from 500 on are permanent. */
export interface MailRefusal {
  code: number
  message: string
}

export interface TestMailServer {
  /** IP address and port, such as `127.0.0.1:2525`. */
  address: string
  smtpUrl: string
  server: SMTPServer
  close(): Promise<void>
}

/**
 * Starts a server. Call it in `beforeAll`, not at module level: test files share modules, and a closed server cannot be reopened.
 * @param take called with each mail; returns a refusal, or `undefined` to accept it
 * @param options additional options of smtp-server; by default it requires neither authentication nor encryption
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
          refusal ? done(Object.assign(new Error(refusal.message), { responseCode: refusal.code })) : done(),
        )
      })
    },
    ...options,
  })
  // A client that disconnects must not fail the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { address, smtpUrl: `smtp://${address}`, server, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
