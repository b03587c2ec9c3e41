import { buffer } from 'node:stream/consumers'
import { type BookType, utils, write } from '@e965/xlsx'
import { ZipFile } from 'yazl'

export const HEADER = ['type', 'text', 'audience', 'spiciness']

export const aRow = (text: string): string[] => ['DARE', text, 'MIXED', 'GREEN']

/** Builds a file as a spreadsheet program saves it. */
export function aSpreadsheet(rows: unknown[][], bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Kort')
  return write(book, { type: 'buffer', bookType, compression: true })
}

/** Builds a compressed archive of these parts. */
export async function anArchive(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>)
}

const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns the parts of a workbook with one sheet of the given XML. */
export const workbookParts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
    <Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}">
    <sheets><sheet name="Kort" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
    <Relationship Id="rId1" Type="${RELATED}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`,
})

export const cellsOf = (cells: string[]): string =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')

/** Returns the XML of a sheet with these rows. */
export const sheetOf = (rows: string[][]): string =>
  `<sheetData>${rows.map((cells) => `<row>${cellsOf(cells)}</row>`).join('')}</sheetData>`

/** Forges the declared uncompressed size of a part in an archive. */
export function withFalseSize(archive: Buffer, name: string, size: number): Buffer {
  const forged = Buffer.from(archive)
  const [header, entry] = [forged.indexOf(name) - 30, forged.lastIndexOf(name) - 46]
  forged.writeUInt32LE(size, entry + 24)
  if (forged.readUInt32LE(header + 22) > 0) forged.writeUInt32LE(size, header + 22)
  return forged
}
