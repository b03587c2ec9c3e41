import type { Readable } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import type { BulkTransport, Outcome, Refusal, Transport } from './transport.ts'

const STEP_TIMEOUT = 10_000
/** Shorter than the shortest claim of a mail, so that nobody else has taken it meanwhile. */
const SEND_TIMEOUT = 20_000
/** At least as many as one worker hands over at once, so that no mail waits for a connection while its time runs. */
const BULK_CONNECTIONS = 16
/** Shorter than the patience of a connection on which nothing happens. */
const BULK_IDLE_TIMEOUT = 5_000

/** The enhanced status codes that say: this mailbox does not exist, or no longer. */
const NO_SUCH_MAILBOX = /^5\.(?:0\.\d+|1\.(?:[0-6]|10)|2\.[01])$/
const MAILBOX_RESPONSES = [550, 551, 553]

function readRefusal(error: unknown): Refusal {
  if (!(error instanceof Error)) return {}
  const { code, command, responseCode, response } = error as Error & Refusal & { response?: string }
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  return { code, command, responseCode, status }
}

/** A full mailbox, a blocked sender or a refused text say nothing against the address. */
function isDeadAddress({ command, responseCode = 0, status }: Refusal): boolean {
  if (status) return NO_SUCH_MAILBOX.test(status)
  return command === 'RCPT TO' || MAILBOX_RESPONSES.includes(responseCode)
}

/**
 * Only what is said of the receiver or of the text is final. A refused login or sender is a fault of the installation,
 * which the operator mends and the mail survives. What was being handed over when the line went dead may have arrived.
 */
export function classifyRefusal(refusal: Refusal, wasHandedOver: boolean): Outcome {
  const { command, responseCode = 0 } = refusal
  if (wasHandedOver && responseCode === 0) return { result: 'UNKNOWN', refusal }
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return isFinal ? { result: 'REFUSED', refusal, deadAddress: isDeadAddress(refusal) } : { result: 'LATER', refusal }
}

type Server = Pick<Transporter, 'sendMail' | 'use' | 'close'>

/** Tells of each mail, by its signal, whether the server has begun to take it. */
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

/** RFC 8058: mail programs end such mails by one call to this address. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const SETTINGS = {
  dnsTimeout: STEP_TIMEOUT,
  connectionTimeout: STEP_TIMEOUT,
  greetingTimeout: STEP_TIMEOUT,
  socketTimeout: STEP_TIMEOUT,
  disableFileAccess: true,
  disableUrlAccess: true,
}

function createSender(server: Server, from: string): BulkTransport {
  const isHandedOver = trackHandover(server)
  return {
    async send({ to, subject, text, html, unsubscribe }) {
      const signal = AbortSignal.timeout(SEND_TIMEOUT)
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
        return classifyRefusal(readRefusal(error), isHandedOver(signal))
      }
    },
    close: () => server.close(),
  }
}

export const createSmtp = (url: string, from: string): Transport =>
  createSender(createTransport({ url, ...SETTINGS }), from)

/** Keeps its connections for a while, since many mails follow each other. */
export const createBulkSmtp = (url: string, from: string): BulkTransport =>
  createSender(
    createTransport({ url, ...SETTINGS, pool: true, maxConnections: BULK_CONNECTIONS, idleTimeout: BULK_IDLE_TIMEOUT }),
    from,
  )
