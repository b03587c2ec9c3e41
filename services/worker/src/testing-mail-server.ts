import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

type Step = 'login' | 'sender' | 'receiver' | 'text'
/** A fault at a step, instead of a response: no response, or a closed connection. */
type Silence = 'hang' | 'drop'
export type Delivered = Email & { envelopeTo: string[]; raw: string }

class SmtpRejection extends Error {
  responseCode: number
  constructor(response: string) {
    super(response.slice(4))
    this.responseCode = Number(response.slice(0, 3))
  }
}

/**
 * Starts a real mail server that can reject at any step, stop responding there after it has accepted the input, and
 * stop.
 */
export async function aMailServer() {
  const delivered: Delivered[] = []
  const rejections = new Map<Step, string>()
  const silences = new Map<Step, Silence>()
  let server = createServer()
  let port = 0

  function rejectionAt(step: Step): SmtpRejection | null {
    const response = rejections.get(step)
    return response ? new SmtpRejection(response) : null
  }

  function respondAt(step: Step, session: SMTPServerSession, respond: () => void): void {
    const silence = silences.get(step)
    if (!silence) respond()
    if (silence !== 'drop') return
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
  }

  function createServer(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onAuth: (_auth, session, done) =>
        respondAt('login', session, () => done(rejectionAt('login'), { user: 'salong' })),
      onMailFrom: (_address, session, done) => respondAt('sender', session, () => done(rejectionAt('sender'))),
      onRcptTo: (_address, session, done) => respondAt('receiver', session, () => done(rejectionAt('receiver'))),
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const raw = Buffer.concat(chunks).toString()
        const rejection = rejectionAt('text')
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
      const listening = server.listen(port, '127.0.0.1', () => {
        port = (listening.address() as { port: number }).port
        resolve()
      })
    })
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))

  await listen()
  return {
    url: `smtp://salong:secret@127.0.0.1:${port}`,
    delivered,
    /** Returns the emails to one address in any case, oldest first. */
    to: (address: string) => delivered.filter(({ envelopeTo }) => envelopeTo.includes(address.toLowerCase())),
    reject: (step: Step, response: string) => rejections.set(step, response),
    silence: (step: Step, mode: Silence) => silences.set(step, mode),
    accept: () => {
      rejections.clear()
      silences.clear()
    },
    stop,
    async restart() {
      server = createServer()
      await listen()
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof aMailServer>>
