import type { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import type { BulkTransport, Outcome, Rejection, Transport } from './mail.ts'

const STEP_TIMEOUT_MS = 10_000
/** Shorter than the shortest claim of an email, so that no other worker claims it during the attempt. */
const SEND_TIMEOUT_MS = 20_000
/** At least as many as one worker sends concurrently, so that no email waits for a connection during its timeout. */
const BULK_CONNECTIONS_MAX = 16
/** Shorter than the socket timeout of an idle connection. */
const BULK_IDLE_TIMEOUT_MS = 5_000

/** The enhanced status codes of mailboxes that do not exist, or no longer. */
const NO_SUCH_MAILBOX = /^5\.(?:0\.\d+|1\.(?:[0-6]|10)|2\.[01])$/
const MAILBOX_RESPONSES = [550, 551, 553]

function parseRejection(error: unknown): Rejection {
  if (!(error instanceof Error)) return {}
  const { code, command, responseCode, response } = error as Error & Rejection & { response?: string }
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return { code, command, responseCode, status }
}

/** Returns true if the mailbox does not exist; a full mailbox, blocked sender or rejected text does not prove that. */
function isDeadAddress({ command, responseCode = 0, status }: Rejection): boolean {
  if (status) return NO_SUCH_MAILBOX.test(status)
  return command === 'RCPT TO' || MAILBOX_RESPONSES.includes(responseCode)
}

/**
 * Classifies a rejection. Only a rejected recipient or text is final. A rejected login or sender is a fault of the
 * installation: the email waits until the operator fixes it. An email whose connection broke during the handover may
 * have been delivered.
 */
export function classifyRejection(rejection: Rejection, wasHandedOver: boolean): Outcome {
  const { command, responseCode = 0 } = rejection
  if (wasHandedOver && responseCode === 0) return { result: 'UNKNOWN', rejection }
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return isFinal
    ? { result: 'REFUSED', rejection, deadAddress: isDeadAddress(rejection) }
    : { result: 'LATER', rejection }
}

type Server = Pick<Transporter, 'sendMail' | 'use' | 'close'>

/** Returns a function that reports, by an email's signal, whether the server has begun to receive its text. */
function trackHandover(server: Server): (signal: AbortSignal) => boolean {
  const texts = new WeakMap<AbortSignal, Readable>()
  server.use('stream', ({ data, message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const text = open(options)
      if (data.signal) texts.set(data.signal, text)
      return text
    }
    done()
  })
  return (signal) => texts.get(signal)?.readableDidRead ?? false
}

/** Returns the headers of RFC 8058: email programs unsubscribe with one request to this URL. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const SETTINGS = {
  dnsTimeout: STEP_TIMEOUT_MS,
  connectionTimeout: STEP_TIMEOUT_MS,
  greetingTimeout: STEP_TIMEOUT_MS,
  socketTimeout: STEP_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
}

function createSender(server: Server, from: string): BulkTransport {
  const isHandedOver = trackHandover(server)
  return {
    async send({ to, subject, text, html, unsubscribe }) {
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
      try {
        await server.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe ? unsubscribeHeaders(unsubscribe) : {}) },
          signal,
        })
        return { result: 'TAKEN' }
      } catch (error) {
        return classifyRejection(parseRejection(error), isHandedOver(signal))
      }
    },
    close: () => server.close(),
  }
}

export const createSmtp = (url: string, from: string): Transport =>
  createSender(createTransport({ url, ...SETTINGS }), from)

/** Pools connections, since bulk emails follow each other. */
export const createBulkSmtp = (url: string, from: string): BulkTransport =>
  createSender(
    createTransport({
      url,
      ...SETTINGS,
      pool: true,
      maxConnections: BULK_CONNECTIONS_MAX,
      idleTimeout: BULK_IDLE_TIMEOUT_MS,
    }),
    from,
  )
