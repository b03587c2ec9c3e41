import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of the archive, opened after the previous files are written. */
export type Part = { name: string; compress: boolean; open: () => Promise<Readable> }

/** Streams the archive part by part, without buffering a part in memory. */
export function createZip(parts: Iterable<Part>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => void output.destroy(error))
  for (const { name, compress, open } of parts)
    zip.addReadStreamLazy(name, { compress }, (callback) => {
      open().then(
        (content) => callback(null, content),
        (error: unknown) => callback(error, Readable.from([])),
      )
    })
  zip.outputStream.pipe(output)
  zip.end()
  return output
}

async function* serializeRows(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const page of pages) {
    for (const row of page) {
      yield `${separator}${JSON.stringify(row)}`
      separator = ',\n'
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** Creates a part with a JSON array, one row per line. */
export const listPart = (name: string, pages: () => AsyncIterable<object[]>): Part => ({
  name,
  compress: true,
  open: async () => Readable.from(serializeRows(pages())),
})

export const objectPart = (name: string, read: () => Promise<object>): Part => ({
  name,
  compress: true,
  open: async () => Readable.from([`${JSON.stringify(await read(), null, 2)}\n`]),
})
