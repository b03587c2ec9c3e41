import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of the archive, opened only when the previous files are written. */
export type Part = { name: string; compress: boolean; open: () => Promise<Readable> }

/** Returns a stream of the archive, which reads one part after the other and buffers no part in memory. */
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

/** Creates a part with a JSON array of all rows, one per line. */
export const createListPart = (name: string, pages: () => AsyncIterable<object[]>): Part => ({
  name,
  compress: true,
  open: async () => Readable.from(serializeRows(pages())),
})

/** Creates a part with one JSON object. */
export const createObjectPart = (name: string, read: () => Promise<object>): Part => ({
  name,
  compress: true,
  open: async () => Readable.from([`${JSON.stringify(await read(), null, 2)}\n`]),
})
