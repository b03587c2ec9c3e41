import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** A step of the SMTP dialog; `text` is the DATA command. */
type Step = 'login' | 'sender' | 'recipient' | 'text'
/** The behavior instead of a response: `hang` never responds, `drop` closes the connection. */
type Fault = 'hang' | 'drop'
export type DeliveredMail = Email & { envelopeTo: string[]; raw: string }

class SmtpRejection extends Error {
  responseCode: number
  constructor(response: string) {
    super(response.slice(4))
    this.responseCode = Number(response.slice(0, 3))
  }
}

/**
 * Starts an SMTP server that tests can stop and restart. A test can make any step reject its input, or process the
 * input and then fail to respond.
 */
export async function aMailServer() {
  const delivered: DeliveredMail[] = []
  const rejections = new Map<Step, string>()
  const faults = new Map<Step, Fault>()
  let server = createServer()
  let port = 0

  function findRejection(step: Step): SmtpRejection | null {
    const response = rejections.get(step)
    return response ? new SmtpRejection(response) : null
  }

  function respondAt(step: Step, session: SMTPServerSession, respond: () => void): void {
    const fault = faults.get(step)
    if (!fault) respond()
    if (fault !== 'drop') return
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
  }

  function createServer(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onAuth: (_auth, session, done) =>
        respondAt('login', session, () => done(findRejection('login'), { user: 'salong' })),
      onMailFrom: (_address, session, done) => respondAt('sender', session, () => done(findRejection('sender'))),
      onRcptTo: (_address, session, done) => respondAt('recipient', session, () => done(findRejection('recipient'))),
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const raw = Buffer.concat(chunks).toString()
        const rejection = findRejection('text')
        if (!rejection) {
          const envelopeTo = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
          delivered.push({ ...(await PostalMime.parse(raw)), envelopeTo, raw })
        }
        respondAt('text', session, () => done(rejection))
      },
    })
  }

  const listen = () =>
    new Promise<void>((resolve) => {
      const listener = server.listen(port, '127.0.0.1', () => {
        port = (listener.address() as { port: number }).port
        resolve()
      })
    })
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))

  await listen()
  return {
    url: `smtp://salong:secret@127.0.0.1:${port}`,
    delivered,
    /** Returns the emails to one address in any case, oldest first. */
    listDeliveredTo: (address: string) =>
      delivered.filter(({ envelopeTo }) => envelopeTo.includes(address.toLowerCase())),
    reject: (step: Step, response: string) => rejections.set(step, response),
    failAt: (step: Step, fault: Fault) => faults.set(step, fault),
    /** Accepts everything again. */
    accept: () => {
      rejections.clear()
      faults.clear()
    },
    stop,
    async restart() {
      server = createServer()
      await listen()
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof aMailServer>>
