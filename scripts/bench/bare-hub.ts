// Socket.IO behind Redis and nothing else: no login, no checks. A member's sockets are a room. Started by the bench.
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

const server = createServer()
const io = new Server(server, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })
io.on('connection', async (socket) => {
  await socket.join(String(socket.handshake.auth.sessionId))
  socket.emit('ready')
})

const redis = new Redis(String(process.env.REDIS_URL))
redis.on('message', (_, text: string) => {
  const { to, push } = JSON.parse(text) as { to: string; push: unknown }
  io.to(to).emit('chat:message', push)
})
await redis.subscribe('bare')

server.listen(Number(process.env.PORT), '127.0.0.1')
