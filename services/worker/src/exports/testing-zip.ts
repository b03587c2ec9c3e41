import { inflateRawSync } from 'node:zlib'

/** Returns the files of a ZIP archive by name. The offsets below are part of the ZIP file format. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const endRecord = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let entryOffset = zip.readUInt32LE(endRecord + 16)
  for (let remaining = zip.readUInt16LE(endRecord + 10); remaining > 0; remaining -= 1) {
    const [method, size, localHeader] = [
      zip.readUInt16LE(entryOffset + 10),
      zip.readUInt32LE(entryOffset + 20),
      zip.readUInt32LE(entryOffset + 42),
    ]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(entryOffset + offset),
    ) as [number, number, number]
    const name = zip.toString('utf8', entryOffset + 46, entryOffset + 46 + nameLength)
    const content = localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28)
    const bytes = zip.subarray(content, content + size)
    files.set(name, method === 0 ? bytes : inflateRawSync(bytes))
    entryOffset += 46 + nameLength + extraLength + commentLength
  }
  return files
}
