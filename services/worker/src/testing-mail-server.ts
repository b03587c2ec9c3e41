import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

type Step = 'login' | 'sender' | 'receiver' | 'text'
/** A fault at a step, instead of a response: no response, or a closed connection. */
type Silence = 'hang' | 'drop'
export type Delivered = Email & { envelopeTo: string[]; raw: string }

class SmtpRefusal extends Error {
  responseCode: number
  constructor(answer: string) {
    super(answer.slice(4))
    this.responseCode = Number(answer.slice(0, 3))
  }
}

/**
 * Starts a real mail server that can refuse at any step, stop responding there after it has accepted the input, and
 * stop.
 */
export async function aMailServer() {
  const delivered: Delivered[] = []
  const refusals = new Map<Step, string>()
  const silences = new Map<Step, Silence>()
  let server = build()
  let port = 0

  function refusal(step: Step): SmtpRefusal | null {
    const answer = refusals.get(step)
    return answer ? new SmtpRefusal(answer) : null
  }

  function answer(step: Step, session: SMTPServerSession, respond: () => void): void {
    const silence = silences.get(step)
    if (!silence) respond()
    if (silence !== 'drop') return
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy()
  }

  function build(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onAuth: (_auth, session, done) => answer('login', session, () => done(refusal('login'), { user: 'salong' })),
      onMailFrom: (_address, session, done) => answer('sender', session, () => done(refusal('sender'))),
      onRcptTo: (_address, session, done) => answer('receiver', session, () => done(refusal('receiver'))),
      async onData(stream, session, done) {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const raw = Buffer.concat(chunks).toString()
        const refused = refusal('text')
        if (!refused) {
          const envelopeTo = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
          delivered.push({ ...(await PostalMime.parse(raw)), envelopeTo, raw })
        }
        answer('text', session, () => done(refused))
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
    /** Returns the mails to one address in any case, oldest first. */
    to: (address: string) => delivered.filter(({ envelopeTo }) => envelopeTo.includes(address.toLowerCase())),
    refuse: (step: Step, answer: string) => refusals.set(step, answer),
    silence: (step: Step, mode: Silence) => silences.set(step, mode),
    accept: () => {
      refusals.clear()
      silences.clear()
    },
    goAway: stop,
    async restart() {
      server = build()
      await listen()
    },
  }
}

export type MailServer = Awaited<ReturnType<typeof aMailServer>>
