import { resolve } from 'node:path'

/** The location of a photo store: a folder on this machine, or a bucket of a service with the S3 API. */
export type StoreAddress =
  | { kind: 'FOLDER'; folder: string }
  | {
      kind: 'S3'
      endpoint: string
      bucket: string
      region: string
      credentials: { accessKeyId: string; secretAccessKey: string } | undefined
    }

const DEFAULT_REGION = 'us-east-1'

/** Decodes a part of a URL; returns null for invalid escape sequences. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function parseS3Address(address: string): StoreAddress | null {
  if (!URL.canParse(address)) return null
  const { origin, pathname, searchParams, username, password } = new URL(address)
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(pathname)?.[1]
  if (!bucket) return null
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)]
  if (accessKeyId === null || secretAccessKey === null) return null
  return {
    kind: 'S3',
    endpoint: origin,
    bucket,
    region: searchParams.get('region') ?? DEFAULT_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** Parses `file:FOLDER` or `s3+https://KEY:SECRET@HOST/BUCKET?region=REGION`. Returns null for anything else. */
export function parseStoreAddress(address: string): StoreAddress | null {
  const folder = /^file:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1]
  if (folder) return { kind: 'FOLDER', folder: resolve(folder) }
  const s3 = /^s3\+(https?:.+)$/.exec(address)?.[1]
  return s3 ? parseS3Address(s3) : null
}
