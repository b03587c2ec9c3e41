import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { bearer } from '../bench/http.ts'

/** The number of concurrent requests of another member during and after each upload. */
const OTHER_REQUESTS = 3

export const MEBIBYTE = 1024 * 1024

/** Returns bytes that begin as a JPEG. */
export const jpeg = (size: number): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size - 3)])

export type Upload = {
  path: string
  bytes: Buffer
  /** The name of the part with the file. */
  part?: string
  withoutSession?: boolean
  /** Whether the body is sent in chunks, without its length. */
  chunked?: boolean
}

/** Uploads a file and returns the status of the response, or the error. */
export async function sendUpload(url: string, token: string, upload: Upload): Promise<number | string> {
  const form = new FormData()
  form.append(upload.part ?? 'file', new File([new Uint8Array(upload.bytes)], 'photo.jpg'))
  const encoded = new Response(form)
  const response = await fetch(`${url}/api/v2/${upload.path}`, {
    method: 'POST',
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(upload.withoutSession ? {} : bearer(token)),
    },
    body: upload.chunked ? encoded.body : await encoded.arrayBuffer(),
    duplex: 'half',
  } as RequestInit).catch(String)
  if (typeof response === 'string') return response
  await response.text()
  return response.status
}

export type UnfinishedUpload = {
  /** Resolves to the response, which precedes the end of the body; rejects when the upload is aborted. */
  response: Promise<IncomingMessage>
  abort: () => void
}

/** Sends the beginning of an upload, whose declared length is one MiB more. */
export async function beginUpload(url: string, token: string, path: string, bytes: Buffer): Promise<UnfinishedUpload> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="photo.jpg"\r\n\r\n'
  const upload = request(`${url}/api/v2/${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...bearer(token),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + bytes.length + MEBIBYTE,
    },
  })
  const response = once(upload, 'response').then(([message]: IncomingMessage[]) => {
    message?.resume()
    return message as IncomingMessage
  })
  response.catch(() => {})
  // Ignores errors after the response, when the server closes the connection.
  upload.on('error', () => {})
  upload.write(head)
  await new Promise((resolve) => upload.write(bytes, resolve))
  return { response, abort: () => void upload.destroy() }
}

async function findRequestMismatch(url: string, token: string): Promise<string | null> {
  const response = await fetch(`${url}/api/v2/chats`, { headers: bearer(token) }).catch(String)
  if (typeof response === 'string') return `a request of another member: ${response}`
  await response.text()
  return response.ok ? null : `a request of another member: responded ${response.status}`
}

/** Sends concurrent requests of another member, which share the proxy's connections with uploads. */
export async function findOtherMismatch(url: string, token: string): Promise<string | null> {
  const requests = Array.from({ length: OTHER_REQUESTS }, () => findRequestMismatch(url, token))
  return (await Promise.all(requests)).find(Boolean) ?? null
}
