// The baseline of the delivery benchmark, which starts it: forwards what Redis publishes to Socket.IO, without a login or
// checks. Each member's sockets join a room named like the member's Redis channel.
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

const redis = new Redis(String(process.env.REDIS_URL))
const server = createServer()
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })
io.on('connection', async (socket) => {
  const channel = `baseline:${socket.handshake.auth.sessionId}`
  await socket.join(channel)
  await redis.subscribe(channel)
  socket.emit('ready')
})
redis.on('message', (channel, text: string) => io.to(channel).emit('chat:message', JSON.parse(text)))

server.listen(Number(process.env.PORT), '127.0.0.1')
