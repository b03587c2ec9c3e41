import { buffer } from 'node:stream/consumers'
import { type BookType, utils, write } from '@e965/xlsx'
import { ZipFile } from 'yazl'

export const HEADER = ['type', 'text', 'audience', 'spiciness']

/** Returns a valid row with this text. */
export const aRow = (text: string): string[] => ['DARE', text, 'MIXED', 'GREEN']

/** Builds a file like one that a spreadsheet program saves. */
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

const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns the parts of a workbook with one sheet of the given XML. */
export const createWorkbookParts = (sheet: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE_NAMESPACE}/content-types">
    <Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>
    <Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/></Types>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}">
    <sheets><sheet name="Kort" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">
    <Relationship Id="rId1" Type="${RELATIONSHIPS_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET_NAMESPACE}">${sheet}</worksheet>`,
})

/** Returns the XML of cells with these texts. */
export const createCellsXml = (cells: string[]): string =>
  cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')

/** Returns the XML of a sheet with these rows. */
export const createSheetXml = (rows: string[][]): string =>
  `<sheetData>${rows.map((cells) => `<row>${createCellsXml(cells)}</row>`).join('')}</sheetData>`

/**
 * Returns a copy of an archive that declares another uncompressed size for a part. The offsets are part of the ZIP
 * file format.
 */
export function forgeDeclaredSize(archive: Buffer, name: string, size: number): Buffer {
  const forged = Buffer.from(archive)
  const [localHeader, directoryEntry] = [forged.indexOf(name) - 30, forged.lastIndexOf(name) - 46]
  forged.writeUInt32LE(size, directoryEntry + 24)
  if (forged.readUInt32LE(localHeader + 22) > 0) forged.writeUInt32LE(size, localHeader + 22)
  return forged
}
