import { createServer, type Socket } from 'node:net'

/** The dot on a line of its own that ends an email. */
const END = '\r\n.\r\n'

/** Serves SMTP: accepts every email immediately and discards it. */
function serve(socket: Socket, onEmail: () => void): void {
  let isReceivingEmail = false
  let buffered = ''
  const reply = (line: string) => void socket.write(`${line}\r\n`)

  function onLine(line: string): void {
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n')
    if (/^DATA/i.test(line)) isReceivingEmail = true
    reply(isReceivingEmail ? '354 go on' : '250 ok')
  }

  socket.setNoDelay(true).on('error', () => {})
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1')
    for (let end = nextEnd(); end >= 0; end = nextEnd()) {
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + (isReceivingEmail ? END.length : 2))
      if (!isReceivingEmail) onLine(line)
      else {
        isReceivingEmail = false
        onEmail()
        reply('250 accepted')
      }
    }
  })
  const nextEnd = () => buffered.indexOf(isReceivingEmail ? END : '\r\n')
  reply('220 sink')
}

/** Starts a minimal mail server that counts emails and records when the first and the last one arrived. */
export async function startSink() {
  const received = { count: 0, firstAt: 0, lastAt: 0 }
  const server = createServer((socket) =>
    serve(socket, () => {
      received.lastAt = performance.now()
      received.firstAt ||= received.lastAt
      received.count += 1
    }),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
  return { url: `smtp://127.0.0.1:${address.port}`, received, stop: () => void server.close() }
}
