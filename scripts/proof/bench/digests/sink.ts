import { createServer, type Socket } from 'node:net'

/** The dot on a line of its own that ends a mail. */
const END = '\r\n.\r\n'

/** Accepts every mail at once and stores none, since the mail server is not part of the measurement. */
function serve(socket: Socket, onMail: () => void): void {
  let text: string | null = null
  let rest = ''
  const reply = (answer: string) => void socket.write(`${answer}\r\n`)

  function onLine(line: string): void {
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
    if (/^DATA/i.test(line)) text = '\r\n'
    reply(text === null ? '250 ok' : '354 go on')
  }

  socket.setNoDelay(true).on('error', () => {})
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    for (let end = nextEnd(); end >= 0; end = nextEnd()) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + (text === null ? 2 : END.length))
      if (text === null) onLine(line)
      else {
        text = null
        onMail()
        reply('250 taken')
      }
    }
  })
  const nextEnd = () => rest.indexOf(text === null ? '\r\n' : END)
  reply('220 sink')
}

/** Starts a minimal mail server that counts mails and records when the first and the last arrived. */
export async function startSink() {
  const received = { count: 0, first: 0, last: 0 }
  const server = createServer((socket) =>
    serve(socket, () => {
      received.last = performance.now()
      received.first ||= received.last
      received.count += 1
    }),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return { url: `smtp://127.0.0.1:${address.port}`, taken: received, stop: () => void server.close() }
}
