import { PHOTO_BYTES_MAX } from '@app/contract/limits'
import type { Finding } from './expect.ts'

const ROUNDS = 5
const MEBIBYTE = 1024 * 1024

type Upload = { title: string; path: string; status: number; bytes: Buffer; part?: string; withoutSession?: boolean }

const jpeg = (size: number): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(size - 3)])

const UPLOADS: Upload[] = [
  { title: 'not a JPEG', path: 'photos/store', status: 415, bytes: Buffer.alloc(MEBIBYTE) },
  { title: '10 MiB, not a JPEG', path: 'movie', status: 415, bytes: Buffer.alloc(10 * MEBIBYTE) },
  { title: 'a wrong part', path: 'photos/store', status: 400, bytes: jpeg(MEBIBYTE), part: 'photo' },
  { title: 'one byte too many', path: 'photos/store', status: 413, bytes: jpeg(PHOTO_BYTES_MAX + 1) },
  { title: 'no session', path: 'movie', status: 401, bytes: jpeg(MEBIBYTE), withoutSession: true },
  { title: 'not permitted', path: 'games/truth-or-dare', status: 403, bytes: Buffer.alloc(MEBIBYTE) },
  { title: 'a missing chat', path: 'chats/900000000000000000/photos', status: 404, bytes: jpeg(MEBIBYTE) },
]

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

async function findUploadFault(url: string, token: string, upload: Upload): Promise<string | null> {
  const body = new FormData()
  body.append(upload.part ?? 'file', new File([new Uint8Array(upload.bytes)], 'photo.jpg'))
  const headers = upload.withoutSession ? {} : bearer(token)
  const response = await fetch(`${url}/api/v2/${upload.path}`, { method: 'POST', headers, body }).catch(String)
  if (typeof response === 'string') return `${upload.title}: ${response}`
  await response.text()
  return response.status === upload.status
    ? null
    : `${upload.title}: responded ${response.status} instead of ${upload.status}`
}

async function findCallFault(url: string, token: string): Promise<string | null> {
  const response = await fetch(`${url}/api/v2/chats`, { headers: bearer(token) }).catch(String)
  if (typeof response === 'string') return `a call of another member: ${response}`
  await response.text()
  return response.ok ? null : `a call of another member: responded ${response.status}`
}

/**
 * Makes one member's uploads fail in every way while another member makes calls; the proxy shares connections between
 * them.
 */
export async function checkRefusedUploads(url: string, uploader: string, other: string): Promise<Finding> {
  const faults: (string | null)[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const upload of UPLOADS) {
      faults.push(...(await Promise.all([findUploadFault(url, uploader, upload), findCallFault(url, other)])))
      faults.push(await findCallFault(url, other))
    }
  return { title: "refused uploads, and another member's calls", fault: faults.find(Boolean) ?? null }
}
