// Writes compressed copies next to text files that are not tiny, for a proxy that serves them: precompress.mjs FOLDER
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest)$/
/** The minimum size in bytes; compressing a smaller response would not save a packet. */
const BYTES_MIN = 1_024

const [folder = 'web/dist'] = process.argv.slice(2)
const names = await readdir(folder, { recursive: true })

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < BYTES_MIN) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params })),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ])
}

await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))))
