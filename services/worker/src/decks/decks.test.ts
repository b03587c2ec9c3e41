import { DECK_ABANDONED_AFTER_MS, DECK_UPLOAD_LIFETIME_MS } from '@app/contract/limits'
import type { ErrorDetails } from '@app/server/errors'
import { aMember } from '@app/server/testing/members'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { tidy } from '../upkeep/tidy.ts'
import { parseDeckFile, UNREADABLE } from './parse-deck-file.ts'
import { parseInChildProcess } from './parse-in-child-process.ts'
import { readDeck } from './read-deck.ts'
import {
  anArchive,
  aRow,
  aSpreadsheet,
  createCellsXml,
  createSheetXml,
  createWorkbookParts,
  forgeDeclaredSize,
  HEADER,
} from './testing.ts'

let ctx: TestWorker
let adminId: string
beforeAll(async () => {
  ctx = await testWorker({})
  adminId = (await aMember(ctx.db, { level: 'ADMIN' })).accountId
})
afterAll(() => ctx.close())

const VALID_ROWS = [
  HEADER,
  ['TRUTH', 'Berätta, {actor}', 'MIXED, MALE', ''],
  ['DARE', 'Vinka åt {partner}', 'MIXED', 'RED'],
]
const CARDS = [
  { cardType: 'TRUTH', text: 'Berätta, {actor}', audiences: ['MIXED', 'MALE'], spiciness: null },
  { cardType: 'DARE', text: 'Vinka åt {partner}', audiences: ['MIXED'], spiciness: 'RED' },
]

async function anUpload(bytes: Buffer): Promise<string> {
  const { id } = await ctx.db
    .insertInto('deck_uploads')
    .values({ bytes, uploadedAt: ctx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const readUpload = (uploadId: string, memberId = adminId) => readDeck(ctx, { uploadId, memberId })

const findUpload = (id: string) =>
  ctx.db.selectFrom('deck_uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const listStoredCards = () =>
  ctx.db.selectFrom('cards').select(['cardType', 'text', 'audiences', 'spiciness']).orderBy('id').execute()

async function uploadAndRead(bytes: Buffer) {
  const id = await anUpload(bytes)
  await readUpload(id)
  return findUpload(id)
}

/** Parses a file that must be rejected, and returns the reason. */
async function parseRejectedFile(bytes: Buffer): Promise<ErrorDetails> {
  const result = await parseDeckFile(bytes)
  if ('cards' in result) throw new Error('the deck was accepted')
  return result.rejection
}

const listProblems = async (rows: unknown[][]) =>
  (await parseRejectedFile(aSpreadsheet(rows))).fields?.map(({ path, problem }) => `${path} ${problem}`)

const aCsv = (text: string): Buffer => Buffer.from(text)

async function readCards(bytes: Buffer) {
  const result = await parseDeckFile(bytes)
  return 'cards' in result ? result.cards : result.rejection
}

beforeEach(async () => {
  await ctx.db.deleteFrom('cards').execute()
})

describe('a deck', () => {
  test.each(['xlsx', 'ods', 'csv'] as const)('is read from a .%s file', { tags: 'decks.file-kinds' }, async (kind) => {
    const row = await uploadAndRead(aSpreadsheet(VALID_ROWS, kind))
    expect(row).toMatchObject({ state: 'STORED', cards: 2, refusal: null })
    expect(row.bytes).toHaveLength(0)
    expect(await listStoredCards()).toEqual(CARDS)
  })

  test('replaces the previous deck as a whole', async () => {
    await uploadAndRead(aSpreadsheet(VALID_ROWS))
    await uploadAndRead(aSpreadsheet([HEADER, aRow('Ny')]))
    expect((await listStoredCards()).map(({ text }) => text)).toEqual(['Ny'])
  })

  test('is rejected if its admin has left the team in the meantime', async () => {
    await uploadAndRead(aSpreadsheet(VALID_ROWS))
    const formerAdmins = [await aMember(ctx.db), await aMember(ctx.db, { level: 'ADMIN', deletedAt: ctx.now() })]
    for (const { accountId } of formerAdmins) {
      const uploadId = await anUpload(aSpreadsheet([HEADER, aRow('Ny')]))
      await readUpload(uploadId, accountId)
      expect(await findUpload(uploadId)).toMatchObject({ state: 'REFUSED', refusal: { code: 'FORBIDDEN' } })
    }
    expect(await listStoredCards()).toEqual(CARDS)
  })

  test('that is rejected leaves the previous deck unchanged', async () => {
    await uploadAndRead(aSpreadsheet(VALID_ROWS))
    expect(await uploadAndRead(aSpreadsheet([HEADER, aRow('Ny'), aRow('')]))).toMatchObject({
      state: 'REFUSED',
      cards: null,
    })
    expect(await listStoredCards()).toEqual(CARDS)
  })

  test('that is uploaded concurrently with others results in one complete deck', async () => {
    const decks = [1, 2, 3, 4].map((n) => Array.from({ length: 200 }, () => aRow(`Lek ${n}`)))
    const ids = await Promise.all(decks.map((rows) => anUpload(aSpreadsheet([HEADER, ...rows]))))
    await Promise.all(ids.map((id) => readUpload(id)))
    const texts = (await listStoredCards()).map(({ text }) => text)
    expect(texts).toHaveLength(200)
    expect(new Set(texts).size).toBe(1)
  })

  test('is stored without duplicates when its job runs repeatedly and concurrently', async () => {
    const uploadId = await anUpload(aSpreadsheet(VALID_ROWS))
    await Promise.all([readUpload(uploadId), readUpload(uploadId), readUpload(uploadId)])
    expect(await listStoredCards()).toEqual(CARDS)
    await readUpload(uploadId)
    expect(await listStoredCards()).toEqual(CARDS)
  })

  test('that times out on a busy machine is not rejected, and can be read afterwards', async () => {
    await expect(parseInChildProcess(aSpreadsheet(VALID_ROWS), { timeoutMs: 0 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    expect(await parseInChildProcess(aSpreadsheet(VALID_ROWS))).toEqual({ cards: CARDS })
  })

  test('that was abandoned or has expired is never stored', async () => {
    const abandonedUpload = await anUpload(aSpreadsheet(VALID_ROWS))
    await ctx.db.updateTable('deck_uploads').set({ state: 'GIVEN_UP' }).where('id', '=', abandonedUpload).execute()
    await readUpload(abandonedUpload)
    const expiredUpload = await anUpload(aSpreadsheet(VALID_ROWS))
    ctx.advanceClock(DECK_ABANDONED_AFTER_MS)
    await readUpload(expiredUpload)
    expect(await listStoredCards()).toEqual([])
  })

  test('that is abandoned while it is being read is not stored', async () => {
    const uploadId = await anUpload(aSpreadsheet(VALID_ROWS))
    const { reading } = await ctx.db.transaction().execute(async (db) => {
      await db.updateTable('deck_uploads').set({ state: 'GIVEN_UP' }).where('id', '=', uploadId).execute()
      const reading = readUpload(uploadId)
      await parseInChildProcess(aSpreadsheet(VALID_ROWS))
      // The wrapper keeps the transaction from waiting for `reading`, which waits for the transaction.
      return { reading }
    })
    await reading
    expect(await listStoredCards()).toEqual([])
    expect(await findUpload(uploadId)).toMatchObject({ state: 'GIVEN_UP' })
  })

  test('is deleted from the uploads after an hour', async () => {
    const oldUpload = await anUpload(aSpreadsheet(VALID_ROWS))
    ctx.advanceClock(DECK_UPLOAD_LIFETIME_MS)
    const recentUpload = await anUpload(aSpreadsheet(VALID_ROWS))
    await tidy(ctx)
    const ids = (await ctx.db.selectFrom('deck_uploads').select('id').execute()).map(({ id }) => id)
    expect(ids).toContain(recentUpload)
    expect(ids).not.toContain(oldUpload)
  })
})

describe('the columns of a deck', () => {
  test('may have any order and case, and additional columns alongside them', async () => {
    const rows = [
      ['Not', ' SPICINESS', 'Text', 'audience ', 'Type'],
      ['x', 'extreme', 'Hej', 'female;male MIXED,mixed', 'dare'],
    ]
    expect(await readCards(aSpreadsheet(rows))).toEqual([
      { cardType: 'DARE', text: 'Hej', audiences: ['FEMALE', 'MALE', 'MIXED'], spiciness: 'EXTREME' },
    ])
  })

  test.each([
    ['are missing', [['a', 'b']]],
    [
      'are incomplete',
      [
        ['type', 'text', 'audience'],
        ['TRUTH', 'x', 'MIXED'],
      ],
    ],
    [
      'contain a duplicate',
      [
        [...HEADER, 'text'],
        [...aRow('x'), 'y'],
      ],
    ],
    ['are empty', []],
  ])('that %s are rejected', async (_, rows) => {
    expect(await listProblems(rows)).toEqual(['file deck.columns'])
  })

  test('are rejected if there are too many', async () => {
    const wideHeader = [...HEADER, ...Array.from({ length: 17 }, (_, n) => `c${n}`)]
    expect(await listProblems([wideHeader, aRow('x')])).toEqual(['file deck.wide'])
  })
})

const TOO_MANY_ROWS = { fields: [{ path: 'file', problem: 'deck.rows' }] }

describe('the rows of a deck', () => {
  test('that are invalid are all reported, under their numbers in the sheet, with all their faults', async () => {
    const rows = [
      HEADER,
      aRow('Bra'),
      ['DARES', 'x', 'MIXED', 'GREEN'],
      [],
      ['DARE', '', 'ALL', ''],
      ['TRUTH', 'Hej {namn}', 'MIXED', 'HOT'],
      ['TRUTH', 'Hej {actor', '', 'RED'],
      ['TRUTH', 'x'.repeat(501), 'MIXED MALES', ''],
      ['DARE', '\u200b', 'MIXED', 'RED'],
      ['DARE', '=1+1', 'MIXED', 'RED'],
    ]
    expect(await listProblems(rows)).toEqual([
      'rows.3.type card.type',
      'rows.5.text card.text',
      'rows.5.audience card.audience',
      'rows.5.spiciness card.spiciness',
      'rows.6.text card.placeholder',
      'rows.6.spiciness card.spiciness',
      'rows.7.text card.placeholder',
      'rows.7.audience card.audience',
      'rows.8.text card.text',
      'rows.8.audience card.audience',
      'rows.9.text card.text',
      'rows.10.text deck.formula',
    ])
  })

  test('that are invalid are reported up to a limit of fifty', async () => {
    const problems = await listProblems([HEADER, ...Array.from({ length: 100 }, () => ['x', 'Hej', 'MIXED', 'RED'])])
    expect(problems).toHaveLength(50)
    expect(problems?.at(-1)).toBe('rows.51.type card.type')
  })

  test('are rejected if there are more than 5,000', async () => {
    const rows = Array.from({ length: 5_000 }, () => aRow('Hej'))
    expect(await readCards(aSpreadsheet([HEADER, ...rows]))).toHaveLength(5_000)
    expect(await listProblems([HEADER, ...rows, aRow('Hej')])).toEqual(['file deck.rows'])
  })

  test.each(['xlsx', 'ods', 'csv'] as const)(
    'are rejected if they exceed the limit with an empty row among them, but not with empty rows below them (.%s)',
    async (kind) => {
      const rows = Array.from({ length: 5_000 }, () => aRow('Hej'))
      expect(await parseRejectedFile(aSpreadsheet([HEADER, [], ...rows], kind))).toMatchObject(TOO_MANY_ROWS)
      expect(await readCards(aSpreadsheet([HEADER, ...rows.slice(1), [], [], []], kind))).toHaveLength(4_999)
    },
  )

  test('are required', async () => {
    expect(await listProblems([HEADER])).toEqual(['file deck.empty'])
  })

  test('are rejected if one is far below the others', async () => {
    const distantRow = `<row r="1000000"><c r="A1000000" t="inlineStr"><is><t>DARE</t></is></c></row></sheetData>`
    const sheet = createSheetXml([HEADER, aRow('Hej')]).replace('</sheetData>', distantRow)
    const bytes = await anArchive(createWorkbookParts(`<dimension ref="A1:D1000000"/>${sheet}`))
    expect(await parseRejectedFile(bytes)).toMatchObject(TOO_MANY_ROWS)
  })
})

describe('a .csv', () => {
  const card = { cardType: 'TRUTH', text: 'Å; "du"\noch {actor}, 007', audiences: ['MIXED', 'MALE'], spiciness: null }
  const cell = '"Å; ""du""\noch {actor}, 007"'

  test.each([
    ['commas', `type,text,audience,spiciness\nTRUTH,${cell},MIXED MALE,\n`],
    ['semicolons and Windows line ends', `type;text;audience;spiciness\r\nTRUTH;${cell};MIXED,MALE;\r\n`],
    ['tabs and no final line break', `type\ttext\taudience\tspiciness\nTRUTH\t${cell}\tMIXED;MALE\t`],
    ['a byte order mark', `\ufefftype;text;audience;spiciness\nTRUTH;${cell};MIXED,MALE;\n`],
    ['a line that names the separator', `sep=;\ntype;text;audience;spiciness\nTRUTH;${cell};MIXED,MALE;\n`],
    ['empty lines before and after', `\r\n\r\ntype;text;audience;spiciness\r\nTRUTH;${cell};MIXED,MALE;\r\n\r\n`],
    ['names in quotes', `"type";"text";"audience";"spiciness"\n"TRUTH";${cell};"MIXED,MALE";""\n`],
  ])('is read with %s', async (_, text) => {
    expect(await readCards(aCsv(text))).toEqual([card])
  })

  test('is read in the encoding of the Swedish Excel', async () => {
    const bytes = Buffer.from('type;text;audience;spiciness\r\nTRUTH;Räkna till sju på ö;MIXED;\r\n', 'latin1')
    expect(await readCards(bytes)).toMatchObject([{ text: 'Räkna till sju på ö' }])
  })

  test('is read as text, without conversion into numbers, dates or booleans', async () => {
    const texts = ['007', '1/2', '2024-02-30', 'TRUE', '1e3', '#N/A', '0x10', '+46', '-1', '@x']
    const rows = texts.map((text) => `DARE,${text},MIXED,RED`)
    const cards = await readCards(aCsv(['type,text,audience,spiciness', ...rows].join('\n')))
    expect(cards).toMatchObject(texts.map((text) => ({ text })))
  })
})

/** Returns the parts of a workbook whose sheet has more than `bytes` bytes when decompressed. */
const createPartsOfSize = (bytes: number) =>
  createWorkbookParts(`${createSheetXml(VALID_ROWS)}<!--${' '.repeat(bytes)}-->`)
const SHEET_NAME = 'xl/worksheets/sheet1.xml'

const TOO_LARGE: ErrorDetails = { code: 'TOO_LARGE', fields: [] }
const UNSUPPORTED: ErrorDetails = { code: 'UNSUPPORTED_MEDIA', fields: [] }

const aWorkbookWith = (extraParts: Record<string, string | Buffer>) =>
  anArchive({ ...createWorkbookParts(createSheetXml(VALID_ROWS)), ...extraParts })

/**
 * Creates an archive whose second part refers to the bytes of the first one. The offsets are part of the ZIP file
 * format.
 */
const anArchiveWithOverlappingParts = async () => {
  const archive = await anArchive({ ...createPartsOfSize(15 * 1024 * 1024), 'xl/worksheets/sheet2.xml': 'x' })
  const [firstEntry = 0, secondEntry = 0] = [SHEET_NAME, 'xl/worksheets/sheet2.xml'].map(
    (name) => archive.lastIndexOf(name) - 46,
  )
  archive.copy(archive, secondEntry + 16, firstEntry + 16, firstEntry + 28)
  archive.copy(archive, secondEntry + 42, firstEntry + 42, firstEntry + 46)
  return archive
}

describe('a hostile file:', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, ErrorDetails]>([
    ['a part above the size limit when decompressed', () => anArchive(createPartsOfSize(17 * 1024 * 1024)), TOO_LARGE],
    [
      'a part with too small a declared size',
      async () => forgeDeclaredSize(await anArchive(createPartsOfSize(64 * 1024 * 1024)), SHEET_NAME, 1_000),
      UNREADABLE,
    ],
    [
      'a part declared as huge',
      async () => forgeDeclaredSize(await anArchive(createPartsOfSize(10)), SHEET_NAME, 0xfffffff0),
      TOO_LARGE,
    ],
    ['overlapping parts', anArchiveWithOverlappingParts, TOO_LARGE],
    [
      'many small parts',
      () => aWorkbookWith(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x/${n}.xml`, '']))),
      TOO_LARGE,
    ],
    [
      'an archive in an archive',
      async () => anArchive({ 'Index.zip': await anArchive(createPartsOfSize(15 * 1024 * 1024)) }),
      UNSUPPORTED,
    ],
    ['another kind of archive', () => anArchive({ 'word/document.xml': '<w/>' }), UNSUPPORTED],
    ['macros', () => aWorkbookWith({ 'xl/vbaProject.bin': 'x' }), UNSUPPORTED],
    [
      'macros in an OpenDocument file',
      () => anArchive({ 'content.xml': '<x/>', 'Basic/Standard/Module1.xml': '<x/>' }),
      UNSUPPORTED,
    ],
    ['a workbook of an old format', () => aSpreadsheet(VALID_ROWS, 'biff8'), UNSUPPORTED],
    ['a binary workbook', () => aSpreadsheet(VALID_ROWS, 'xlsb'), UNSUPPORTED],
    ['a truncated archive', () => aSpreadsheet(VALID_ROWS).subarray(0, 3_000), UNREADABLE],
    [
      'an external entity',
      async () =>
        anArchive(
          Object.fromEntries(
            Object.entries(createWorkbookParts(createSheetXml([HEADER, aRow('&amp;x;')]))).map(([name, xml]) => [
              name,
              name === SHEET_NAME
                ? `<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('&amp;', '&')}`
                : xml,
            ]),
          ),
        ),
      UNREADABLE,
    ],
    [
      'expanding entities',
      () => aWorkbookWith({ 'xl/sharedStrings.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><sst/>' }),
      UNREADABLE,
    ],
    ['an HTML page', () => aCsv('<html><table><tr><td>type</td></tr></table></html>'), UNSUPPORTED],
    ['an HTML page after whitespace', () => aCsv('\n  <table><tr><td>type</td></tr></table>'), UNSUPPORTED],
    ['a workbook as a single XML file', () => aSpreadsheet(VALID_ROWS, 'xlml'), UNSUPPORTED],
    ['a flat OpenDocument file', () => aSpreadsheet(VALID_ROWS, 'fods'), UNSUPPORTED],
    ['a photo', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), UNSUPPORTED],
    ['a PDF', () => aCsv('%PDF-1.7\n1 0 obj'), UNSUPPORTED],
    ['zeros', () => Buffer.alloc(2 * 1024 * 1024), UNSUPPORTED],
    ['text in UTF-16', () => Buffer.from('\ufefftype;text', 'utf16le'), UNSUPPORTED],
    [
      'an empty file',
      () => Buffer.alloc(0),
      { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.columns' }] },
    ],
    [
      'rich text',
      () => aCsv('{\\rtf1 type}'),
      { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.columns' }] },
    ],
    [
      'a SYLK file',
      () => aCsv('ID;PWXL\nC;Y1;X1;K"type"'),
      { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.columns' }] },
    ],
    [
      'a DIF file',
      () => aCsv('TABLE\n0,1\n"x"'),
      { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.columns' }] },
    ],
    [
      'a formula that sends a request',
      () =>
        anArchive(
          createWorkbookParts(
            createSheetXml([HEADER]).replace(
              '</sheetData>',
              `<row>${createCellsXml(['DARE'])}<c t="str"><f>WEBSERVICE("http://127.0.0.1/")</f><v>x</v></c>${createCellsXml(['MIXED', 'RED'])}</row></sheetData>`,
            ),
          ),
        ),
      { code: 'VALIDATION', fields: [{ path: 'rows.2.text', problem: 'deck.formula' }] },
    ],
  ])('%s is rejected', { tags: 'decks.hostile-files' }, async (_, createFile, rejection) => {
    expect(await parseRejectedFile(await createFile())).toEqual(rejection)
  })

  test('external links, drawings and embedded files are not read', async () => {
    const link = '<Relationships><Relationship Target="http://127.0.0.1/" TargetMode="External"/></Relationships>'
    const bytes = await aWorkbookWith({
      'xl/externalLinks/externalLink1.xml': '<!DOCTYPE x><externalLink/>',
      'xl/worksheets/_rels/sheet1.xml.rels': link,
      'xl/drawings/drawing1.xml': '<!DOCTYPE x>',
      'xl/embeddings/oleObject1.bin': 'x',
    })
    expect(await readCards(bytes)).toEqual(CARDS)
  })

  const nestedTags = '<a>'.repeat(2_000_000)
  test.each<[string, string]>([
    ['endless nesting', `${createSheetXml(VALID_ROWS)}${nestedTags}`],
    ['endless nesting in cells', `<sheetData>${nestedTags}`],
    ['unclosed tags', `<sheetData>${'<row '.repeat(2_000_000)}`],
    ['unclosed cells', `<sheetData>${'<c r="A1"'.repeat(1_000_000)}`],
    ['endless quotes', `<sheetData><row r="${'"='.repeat(4_000_000)}`],
    ['a million rows', `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(500_000)}</sheetData>`],
    ['a cell at the maximum position', '<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'],
    [
      'a cell beyond the maximum position',
      '<sheetData><row r="99999999999"><c r="ZZZZZZZ1"><v>1</v></c></row></sheetData>',
    ],
    [
      'very many merged cells',
      `<sheetData/><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(300_000)}</mergeCells>`,
    ],
    [
      'names of inherited properties',
      `<dimension ref="__proto__:constructor"/><sheetData><row r="__proto__"><c r="__proto__" t="__proto__"><v>constructor</v></c></row></sheetData>`,
    ],
  ])('%s is read or rejected in time', async (_, sheet) => {
    const { state } = await uploadAndRead(await anArchive(createWorkbookParts(sheet)))
    expect(['REFUSED', 'STORED']).toContain(state)
  })

  test('endlessly repeated cells are rejected', async () => {
    const content = `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>
      <table:table table:name="Kort"><table:table-row table:number-rows-repeated="1048576">
      <table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>
      </table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`
    const bytes = await anArchive({ 'content.xml': content, 'META-INF/manifest.xml': '<manifest/>' })
    expect(await uploadAndRead(bytes)).toMatchObject({ state: 'REFUSED', refusal: { code: 'VALIDATION' } })
  })

  test('the next deck can still be read', async () => {
    await uploadAndRead(aSpreadsheet(VALID_ROWS))
    expect(await listStoredCards()).toEqual(CARDS)
  })

  test('a file that needs too much CPU time is rejected as unreadable', async () => {
    expect(await parseInChildProcess(aSpreadsheet(VALID_ROWS), { cpuLimitMs: 0 })).toEqual({ rejection: UNREADABLE })
  })
})
