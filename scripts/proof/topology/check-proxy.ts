import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { Photo } from '@app/contract/photos'
import sharp from 'sharp'
import { tryCalls } from './calls.ts'
import { checkCompose } from './compose-config.ts'
import { type Finding, findFault } from './expect.ts'
import { checkRefusedUploads } from './refused-uploads.ts'
import type { Topology } from './stack.ts'

/** Checks that the proxy's authority issued the certificate for this name. */
function checkCertificate({ url, authority }: Topology): Promise<Finding> {
  const title = 'the certificate'
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      servername: hostname,
      ca: readFileSync(authority),
      rejectUnauthorized: true,
    })
    socket
      .on('secureConnect', () => resolve({ title, fault: null }))
      .on('error', ({ message }) => resolve({ title, fault: message }))
    socket.on('secureConnect', () => socket.end())
  })
}

async function checkRedirect({ httpPort }: Topology): Promise<Finding> {
  const response = await fetch(`http://localhost:${httpPort}/chats`, { redirect: 'manual' })
  const fault = await findFault(response, { status: 308, headers: { location: /^https:\/\/localhost/ } })
  return { title: 'a redirect to HTTPS', fault }
}

const A_PHOTO = {
  width: 1_600,
  height: 1_200,
  channels: 3,
  background: '#864',
  noise: { type: 'gaussian', mean: 120, sigma: 60 },
} as const
const PROCESSING_TIMEOUT = 60_000

async function upload(url: string, token: string): Promise<Photo> {
  const body = new FormData()
  body.append('file', new File([await sharp({ create: A_PHOTO }).jpeg({ quality: 95 }).toBuffer()], 'photo.jpg'))
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/v2/photos/store`, { method: 'POST', headers, body })
  if (response.status !== 202) throw new Error(`A photo upload was rejected with ${response.status}.`)
  return (await response.json()) as Photo
}

/** Uploads a photo through the proxy, waits for a worker to process it, and downloads it from a signed URL. */
async function checkPhoto({ url }: Topology, token: string): Promise<Finding> {
  const title = 'a photo, uploaded and downloaded'
  const headers = { 'content-type': 'image/webp', 'cache-control': /^private/ }
  const { largeUrl } = await upload(url, token)
  for (const deadline = Date.now() + PROCESSING_TIMEOUT; Date.now() < deadline; await pause(100)) {
    const response = await fetch(new URL(largeUrl, url))
    if (response.ok) return { title, fault: await findFault(response, { status: 200, headers }) }
  }
  return { title, fault: 'not processed within a minute' }
}

/** Returns a script of the client that is large enough to be precompressed. */
const findScript = (web: string): string =>
  readdirSync(join(web, 'assets'))
    .find((name) => name.endsWith('.js.br'))
    ?.slice(0, -'.br'.length) ?? ''

/** Runs all checks of the proxy once. */
export async function checkProxy(topology: Topology, token: string, otherToken: string): Promise<Finding[]> {
  return [
    await checkCertificate(topology),
    await checkRedirect(topology),
    ...(await tryCalls(topology.url, findScript(topology.web))),
    await checkPhoto(topology, token),
    await checkRefusedUploads(topology.url, token, otherToken),
    ...(await checkCompose(topology.folder)),
  ]
}
