import { createTransport } from 'nodemailer'
import type { Outcome, Refusal, Transport } from './transport.ts'

const STEP_LIMIT = 10_000
/** Shorter than the shortest claim of a mail, so that nobody else has taken it meanwhile. */
const SEND_LIMIT = 20_000

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
 * which the operator mends and the mail survives.
 */
export function judge(refusal: Refusal): Outcome {
  const { command, responseCode = 0 } = refusal
  const final = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return final ? { result: 'REFUSED', refusal, deadAddress: isDeadAddress(refusal) } : { result: 'LATER', refusal }
}

export function createSmtp(url: string, from: string): Transport {
  const server = createTransport({
    url,
    dnsTimeout: STEP_LIMIT,
    connectionTimeout: STEP_LIMIT,
    greetingTimeout: STEP_LIMIT,
    socketTimeout: STEP_LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      try {
        await server.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_LIMIT),
        })
        return { result: 'TAKEN' }
      } catch (error) {
        return judge(readRefusal(error))
      }
    },
  }
}
