import type { Readable } from 'node:stream'
import { extractAddress } from '@app/server/process/config'
import { createTransport, type Transporter } from 'nodemailer'
import type { BulkTransport, Outcome, Rejection, Transport } from './mail.ts'

/** The timeout of each step of the SMTP dialog. */
const STEP_TIMEOUT_MS = 10_000
/** Shorter than the shortest claim of an email, so that no other worker claims it during the attempt. */
const SEND_TIMEOUT_MS = 20_000
/** At least as many as one worker sends concurrently, so that no email waits for a connection during its timeout. */
const BULK_CONNECTIONS_MAX = 16
/** Shorter than the socket timeout of an idle connection. */
const BULK_IDLE_TIMEOUT_MS = 5_000

/**
 * The enhanced status codes (RFC 3463) for a mailbox that does not exist or is closed, and unspecific ones, which some
 * servers send for it.
 */
const UNDELIVERABLE_STATUS = /^5\.(?:0\.\d+|1\.(?:[0-6]|10)|2\.[01])$/
/** The response codes for a mailbox that does not exist, from servers that send no enhanced status code. */
const UNDELIVERABLE_RESPONSES = [550, 551, 553]

function parseRejection(error: unknown): Rejection {
  if (!(error instanceof Error)) return {}
  const { code, command, responseCode, response } = error as Error & Rejection & { response?: string }
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return { code, command, responseCode, status }
}

/**
 * Returns whether the mailbox does not exist. A full mailbox, a blocked sender or a rejected text does not prove that.
 */
function isUndeliverableAddress({ command, responseCode = 0, status }: Rejection): boolean {
  if (status) return UNDELIVERABLE_STATUS.test(status)
  return command === 'RCPT TO' && UNDELIVERABLE_RESPONSES.includes(responseCode)
}

/**
 * Classifies a rejection. Only a rejected recipient or text is final. A rejected login or sender is a configuration
 * error: the email waits until the operator fixes it. The outcome is unknown if the connection broke after the server
 * had begun to receive the text.
 */
export function classifyRejection(rejection: Rejection, wasHandedOver: boolean): Outcome {
  const { command, responseCode = 0 } = rejection
  if (wasHandedOver && responseCode === 0) return { result: 'UNKNOWN', rejection }
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return isFinal
    ? { result: 'REFUSED', rejection, isAddressUndeliverable: isUndeliverableAddress(rejection) }
    : { result: 'LATER', rejection }
}

type MailTransporter = Pick<Transporter, 'sendMail' | 'use' | 'close'>

/** Returns a function that reports whether the server has begun to receive the text of the email with this signal. */
function trackHandover(transporter: MailTransporter): (signal: AbortSignal) => boolean {
  const texts = new WeakMap<AbortSignal, Readable>()
  transporter.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const text = createReadStream(options)
      if (data.signal) texts.set(data.signal, text)
      return text
    }
    done()
  })
  return (signal) => texts.get(signal)?.readableDidRead ?? false
}

/** Creates the headers of RFC 8058, by which email programs unsubscribe with a single request to this URL. */
const createUnsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const TRANSPORT_OPTIONS = {
  dnsTimeout: STEP_TIMEOUT_MS,
  connectionTimeout: STEP_TIMEOUT_MS,
  greetingTimeout: STEP_TIMEOUT_MS,
  socketTimeout: STEP_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
}

function adaptTransporter(transporter: MailTransporter, mailFrom: string): BulkTransport {
  const wasHandedOver = trackHandover(transporter)
  const domain = extractAddress(mailFrom).split('@').at(-1)
  return {
    async send({ to, subject, text, html, unsubscribe, messageKey }) {
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
      try {
        await transporter.sendMail({
          from: mailFrom,
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(messageKey ? { messageId: `<${messageKey}@${domain}>` } : {}),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe ? createUnsubscribeHeaders(unsubscribe) : {}),
          },
          signal,
        })
        return { result: 'TAKEN' }
      } catch (error) {
        return classifyRejection(parseRejection(error), wasHandedOver(signal))
      }
    },
    close: () => transporter.close(),
  }
}

/** Creates a transport that opens a connection for each email. */
export const createSmtp = (url: string, mailFrom: string): Transport =>
  adaptTransporter(createTransport({ url, ...TRANSPORT_OPTIONS }), mailFrom)

/** Creates a transport that pools its connections, since bulk emails follow each other. */
export const createBulkSmtp = (url: string, mailFrom: string): BulkTransport =>
  adaptTransporter(
    createTransport({
      url,
      ...TRANSPORT_OPTIONS,
      pool: true,
      maxConnections: BULK_CONNECTIONS_MAX,
      idleTimeout: BULK_IDLE_TIMEOUT_MS,
    }),
    mailFrom,
  )
