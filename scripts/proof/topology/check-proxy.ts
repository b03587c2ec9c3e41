import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { Photo } from '@app/contract/photos'
import sharp from 'sharp'
import { bearer } from '../bench/http.ts'
import { checkCompose } from './compose-config.ts'
import { type CheckResult, findMismatch } from './expect.ts'
import { checkPaths } from './paths.ts'
import { checkRequests } from './proxy-requests.ts'
import { checkRejectedUploads } from './rejected-uploads.ts'
import type { Topology } from './stack.ts'
import { checkUploadLimits } from './upload-limits.ts'

/** Checks that the proxy's authority issued the certificate for this name. */
function checkCertificate({ url, authority }: Topology): Promise<CheckResult> {
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
      .on('secureConnect', () => resolve({ title, mismatch: null }))
      .on('error', ({ message }) => resolve({ title, mismatch: message }))
    socket.on('secureConnect', () => socket.end())
  })
}

async function checkRedirect({ httpPort }: Topology): Promise<CheckResult> {
  const response = await fetch(`http://localhost:${httpPort}/chats`, { redirect: 'manual' })
  const mismatch = await findMismatch(response, { status: 308, headers: { location: /^https:\/\/localhost/ } })
  return { title: 'a redirect to HTTPS', mismatch }
}

const A_PHOTO = {
  width: 1_600,
  height: 1_200,
  channels: 3,
  background: '#864',
  noise: { type: 'gaussian', mean: 120, sigma: 60 },
} as const
const PROCESSING_TIMEOUT_MS = 60_000

async function upload(url: string, token: string): Promise<Photo> {
  const body = new FormData()
  body.append('file', new File([await sharp({ create: A_PHOTO }).jpeg({ quality: 95 }).toBuffer()], 'photo.jpg'))
  const response = await fetch(`${url}/api/v2/photos/store`, { method: 'POST', headers: bearer(token), body })
  if (response.status !== 202) throw new Error(`A photo upload was rejected with ${response.status}.`)
  return (await response.json()) as Photo
}

/** Uploads a photo through the proxy, waits for a worker to process it, and downloads it from a signed URL. */
async function checkPhoto({ url }: Topology, token: string): Promise<CheckResult> {
  const title = 'a photo, uploaded and downloaded'
  const headers = { 'content-type': 'image/webp', 'cache-control': /^private/ }
  const { largeUrl } = await upload(url, token)
  for (const deadline = Date.now() + PROCESSING_TIMEOUT_MS; Date.now() < deadline; await pause(100)) {
    const response = await fetch(new URL(largeUrl, url))
    if (response.ok) return { title, mismatch: await findMismatch(response, { status: 200, headers }) }
  }
  return { title, mismatch: 'not processed within a minute' }
}

/** Returns the name of a script of the client that is large enough to be precompressed, or an empty string. */
const findScript = (web: string): string =>
  readdirSync(join(web, 'assets'))
    .find((name) => name.endsWith('.js.br'))
    ?.slice(0, -'.br'.length) ?? ''

/** Runs all checks of the proxy once, with the sessions of at least `LIMIT_MEMBERS` members. */
export async function checkProxy(topology: Topology, tokens: string[]): Promise<CheckResult[]> {
  const [token = '', otherToken = ''] = tokens
  const { singleGateway } = topology.replicas
  await singleGateway.start()
  return [
    await checkCertificate(topology),
    await checkRedirect(topology),
    ...(await checkRequests(topology.url, findScript(topology.web))),
    await checkPaths(topology.url, singleGateway.url),
    await checkPhoto(topology, token),
    await checkRejectedUploads(topology.url, token, otherToken),
    ...(await topology.routeToSingleGateway().then(() => checkUploadLimits(topology.url, tokens))),
    ...(await checkCompose(topology.folder)),
  ]
}
