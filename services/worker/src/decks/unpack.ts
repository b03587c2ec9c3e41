import { DECK_PARTS_MAX, DECK_UNPACKED_MAX } from '@app/contract/limits'
import { AppError } from '@app/server/errors'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

/** The parts of a packed spreadsheet that say what stands in its cells, by their names. */
export type Parts = Map<string, Buffer>

const WANTED = /\.(?:xml|rels)$/i
/** Drawings, things out of other files, and what was printed where: none of it is a cell. */
const UNWANTED = /(?:^|\/)(?:externalLinks|embeddings|drawings|media|customXml|docProps|printerSettings)\//i
const MACROS = /(?:vbaProject\.bin|^Basic\/|^Scripts\/)/i

/** What an archive says of its parts, before one of them is unpacked. */
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

/** NOTE: the archive's reader breaks off as soon as a part turns out to be larger than the archive has said. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Unpacks what is needed; nothing that it says of itself is believed. */
export async function unpack(bytes: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const parts: Parts = new Map()
  for (const entry of await listEntries(zip)) {
    if (parts.has(entry.fileName)) throw new Error('a part stands there twice')
    if (WANTED.test(entry.fileName) && !UNWANTED.test(entry.fileName))
      parts.set(entry.fileName, await readPart(zip, entry))
  }
  return parts
}
