import { DECK_PARTS_MAX, DECK_UNPACKED_BYTES_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** The parts of a compressed spreadsheet that define its cells, by name. */
export type Parts = Map<string, Buffer>

const NEEDED_PARTS = /\.(?:xml|rels)$/i
/** Folders of drawings, embedded files, external links and settings, which contain no cells. */
const IGNORED_PARTS = /(?:^|\/)(?:externalLinks|embeddings|drawings|media|customXml|docProps|printerSettings)\//i
/** Parts that contain macros, which are not allowed. */
const MACRO_PARTS = /(?:vbaProject\.bin|^Basic\/|^Scripts\/)/i

/**
 * Lists the entries of an archive. Throws, before decompressing any, if their number or declared size is too large or
 * one contains macros.
 */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let unpackedBytes = 0
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > DECK_UNPACKED_BYTES_MAX || entries.length === DECK_PARTS_MAX) throw new AppError('TOO_LARGE')
    if (MACRO_PARTS.test(entry.fileName)) throw new AppError('UNSUPPORTED_MEDIA')
    entries.push(entry)
  }
  return entries
}

/** Decompresses a part. NOTE: yauzl aborts as soon as the part exceeds its declared size. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Decompresses the parts that define the cells. The archive may be hostile. */
export async function unpack(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const parts: Parts = new Map()
  for (const entry of await listEntries(zip)) {
    if (parts.has(entry.fileName)) throw new Error('the archive contains a part twice')
    if (NEEDED_PARTS.test(entry.fileName) && !IGNORED_PARTS.test(entry.fileName))
      parts.set(entry.fileName, await readPart(zip, entry))
  }
  return parts
}
