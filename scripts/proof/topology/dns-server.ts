import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const HOST = '127.0.0.1'
const HEADER_BYTES = 12
const TYPE_A = 1
const TTL_SECONDS = 1

/** Returns the name and the record type of the question, and the offset of its end. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Encodes one answer: a pointer to the name of the question, an IPv4 address, and a short TTL. */
function encodeAnswer(address: string): Buffer {
  const answer = Buffer.alloc(16)
  answer.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  answer.writeUInt16BE(TYPE_A, 2)
  answer.writeUInt16BE(1, 4)
  answer.writeUInt32BE(TTL_SECONDS, 6)
  answer.writeUInt16BE(4, 10)
  for (const [index, part] of address.split('.').entries()) answer[12 + index] = Number(part)
  return answer
}

function reply(query: Buffer, listAddresses: (name: string) => string[]): Buffer {
  const { name, type, end } = readQuestion(query)
  const answers = type === TYPE_A ? listAddresses(name).map(encodeAnswer) : []
  const head = Buffer.from(query.subarray(0, end))
  // Flags: an authoritative answer without an error.
  head.writeUInt16BE(0x8580, 2)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...answers])
}

/** Serves DNS over TCP, where each message is prefixed with its length. */
function serveTcp(socket: Socket, listAddresses: (name: string) => string[]): void {
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let length = readLength(received); received.length >= length + 2; length = readLength(received)) {
      const answer = reply(received.subarray(2, length + 2), listAddresses)
      received = received.subarray(length + 2)
      const head = Buffer.alloc(2)
      head.writeUInt16BE(answer.length)
      socket.write(Buffer.concat([head, answer]))
    }
  })
}

const readLength = (received: Buffer): number =>
  received.length < 2 ? Number.POSITIVE_INFINITY : received.readUInt16BE()

/**
 * Starts a DNS server like that of a container network, which resolves a name to the addresses of all its replicas.
 * Some releases of Caddy query over UDP, others over TCP.
 */
export async function startDnsServer(
  listAddresses: (name: string) => string[],
): Promise<{ port: number; close: () => void }> {
  const tcpServer = createServer((socket) => serveTcp(socket, listAddresses))
  await once(tcpServer.listen(0, HOST), 'listening')
  const { port } = tcpServer.address() as AddressInfo
  const udpSocket = createSocket('udp4')
  udpSocket.on('message', (query, from) => udpSocket.send(reply(query, listAddresses), from.port, from.address))
  udpSocket.bind(port, HOST)
  await once(udpSocket, 'listening')
  return {
    port,
    close() {
      udpSocket.close()
      tcpServer.close()
    },
  }
}
