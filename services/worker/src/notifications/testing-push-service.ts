// The certificate library requires this import before its own.
import 'reflect-metadata'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { NotificationPayload } from '@app/contract/notifications'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

/** Creates a key and a self-signed certificate for localhost, in PEM. */
async function createCertificate(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  })
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return { key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`, cert: certificate.toString('pem') }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The keys of a subscription. The browser keeps the private one secret. */
export type DeviceKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

export function createDeviceKeys(): DeviceKeys {
  const pair = createECDH('prime256v1')
  return { publicKey: pair.generateKeys(), privateKey: pair.getPrivateKey(), auth: randomBytes(16) }
}

/** Decrypts the body of a notification as a browser does (RFC 8291), and returns its text. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: DeviceKeys): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

export type VapidClaims = { aud: string; exp: number; sub: string }

/**
 * Verifies the signature in an `Authorization` header (RFC 8292). Returns the claims and the public key of the sender.
 */
export function verifyVapid(header: string): { claims: VapidClaims; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((bytes) => bytes.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isValid) throw new Error('the signature is not valid')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

/** A notification that the push service has received. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The time of the arrival, by `performance.now()`. */
  at: number
}

export type Answer = (response: ServerResponse) => void

export type TestPushService = {
  /** `localhost` and the port, in the format of `WEB_PUSH_HOSTS`. */
  host: string
  /** In PEM, for processes other than this one. */
  certificate: string
  received: Received[]
  /** Responds to requests to this path with `answer` instead of status 201. */
  answerWith: (path: string, answer: Answer) => void
  close: () => void
}

/** Decrypts and parses a received notification. */
export const readPayload = ({ body }: Received, keys: DeviceKeys): NotificationPayload =>
  NotificationPayload.parse(JSON.parse(decrypt(body, keys)))

/**
 * Starts a push service (RFC 8030) on this machine, whose certificate this process trusts until it is closed.
 */
export async function startPushService(): Promise<TestPushService> {
  const { key, cert } = await createCertificate()
  const received: Received[] = []
  const answers = new Map<string, Answer>()
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks), at: performance.now() })
    const answer = answers.get(path)
    if (answer) return answer(response)
    response.writeHead(201, { location: `${path}/1` }).end()
  }
  const server = createServer({ key, cert }, (request, response) => void handle(request, response).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const previousAuthorities = globalAgent.options.ca
  globalAgent.options.ca = cert
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificate: cert,
    received,
    answerWith: (path, answer) => void answers.set(path, answer),
    close() {
      globalAgent.options.ca = previousAuthorities
      server.closeAllConnections()
      server.close()
    },
  }
}
