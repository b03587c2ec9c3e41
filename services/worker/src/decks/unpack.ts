import { DECK_PARTS_MAX, DECK_UNPACKED_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** The parts of a compressed spreadsheet that define its cells, by name. */
export type Parts = Map<string, Buffer>

const NEEDED_PARTS = /\.(?:xml|rels)$/i
/** Drawings, embedded files and links, and printer settings, which contain no cells. */
const IGNORED_PARTS = /(?:^|\/)(?:externalLinks|embeddings|drawings|media|customXml|docProps|printerSettings)\//i
const MACROS = /(?:vbaProject\.bin|^Basic\/|^Scripts\/)/i

/** Lists the entries of an archive, and checks their declared sizes, before a part is decompressed. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    if (unpacked > DECK_UNPACKED_MAX || entries.length === DECK_PARTS_MAX) throw new AppError('TOO_LARGE')
    if (MACROS.test(entry.fileName)) throw new AppError('UNSUPPORTED_MEDIA')
    entries.push(entry)
  }
  return entries
}

/** NOTE: yauzl aborts as soon as a part exceeds the size that the archive declares. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Decompresses the needed parts, without trust in what the archive declares. */
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
