import type { TruthOrDareCard } from '@app/contract/games'
import { DECK_BYTES_MAX, GAME_STATE_MAX, RATES } from '@app/contract/limits'
import type { ErrorDetails } from '@app/server/errors'
import { jobs, pushes } from '@app/server/testing'
import { aMember, type TestMember } from '@app/server/testing-members'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { createLimits } from '../limits/limits.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor, app, tokenOf } = await setUpTestGateway()
const DECK = '/games/truth-or-dare'
const STATE = `${DECK}/game-state`

const anAdmin = () => aMember(ctx.db, { level: 'ADMIN' })

const aFile = (bytes: string | Uint8Array<ArrayBuffer> = 'type,text', field = 'file'): FormData => {
  const form = new FormData()
  form.set(field, new File([bytes], 'kort.csv'))
  return form
}

const uploads = () => ctx.db.selectFrom('deck_uploads').select(['id', 'bytes', 'state']).orderBy('id').execute()

const readDeck = async (member: TestMember) => (await as(member).get<TruthOrDareCard[]>(DECK)).body

/** What the worker does with the uploads that wait. */
async function endUploads(end: { state: 'STORED'; cards: number } | { state: 'REFUSED'; refusal: ErrorDetails }) {
  await vi.waitFor(async () => expect((await uploads()).some(({ state }) => state === 'WAITING')).toBe(true))
  const refusal = 'refusal' in end ? { refusal: JSON.stringify(end.refusal) } : {}
  await ctx.db
    .updateTable('deck_uploads')
    .set({ ...end, ...refusal })
    .where('state', '=', 'WAITING')
    .execute()
}

beforeEach(async () => {
  await ctx.db.deleteFrom('deck_uploads').execute()
  await ctx.db.deleteFrom('cards').execute()
  await ctx.db.deleteFrom('outbox').execute()
})

describe('the starter deck', () => {
  test.each(['SWEDISH', 'ENGLISH'] as const)('has something for every game, in %s', async (language) => {
    const deck = await readDeck(await aMember(ctx.db, { language }))
    expect(deck.length).toBeGreaterThanOrEqual(60)
    const listKinds = (card: TruthOrDareCard) =>
      card.audiences.map((audience) => `${card.cardType} ${card.spiciness} ${audience}`)
    expect(new Set(deck.flatMap(listKinds)).size).toBe(2 * 4 * 3)
    expect(deck.filter(({ text }) => text.includes('{partner}')).length).toBeGreaterThan(20)
    for (const { text } of deck) expect(text.replaceAll(/\{(?:actor|partner)\}/g, '')).not.toMatch(/[{}]/)
  })

  test('is the same in both languages but for the words', async () => {
    const [swedish, english] = [
      await readDeck(await aMember(ctx.db)),
      await readDeck(await aMember(ctx.db, { language: 'ENGLISH' })),
    ]
    const bare = (deck: TruthOrDareCard[]) => deck.map(({ text: _, ...card }) => card)
    expect(bare(swedish)).toEqual(bare(english))
    expect(swedish.filter(({ text }, index) => text === english[index]?.text)).toEqual([])
  })

  test('speaks the language that the device shows, also where that is not the member’s', async () => {
    const [ann, english] = [await aMember(ctx.db), await aMember(ctx.db, { language: 'ENGLISH' })]
    expect((await as(ann).get(DECK, { 'accept-language': 'en' })).body).toEqual(await readDeck(english))
    expect((await as(english).get(DECK, { 'accept-language': 'sv' })).body).toEqual(await readDeck(ann))
  })

  test('gives way to the one that the team has put in', async () => {
    const card = { cardType: 'TRUTH', text: 'Hej {actor}', audiences: ['MIXED'], spiciness: null } as const
    await ctx.db
      .insertInto('cards')
      .values({ ...card, audiences: ['MIXED'] })
      .execute()
    expect(await readDeck(await aMember(ctx.db))).toEqual([{ id: expect.any(String), ...card }])
  })
})

describe('a deck that is uploaded', () => {
  test('is handed to the worker, and its answer passed on', async () => {
    const admin = await anAdmin()
    const [{ status, body }] = await Promise.all([
      as(admin).post(DECK, aFile('a,b')),
      endUploads({ state: 'STORED', cards: 7 }),
    ])
    expect({ status, body }).toEqual({ status: 200, body: { cards: 7 } })
    const [upload] = await uploads()
    expect(upload?.bytes.toString()).toBe('a,b')
    expect(await jobs(ctx.db)).toEqual([
      { name: 'decks:read', payload: { uploadId: upload?.id, memberId: admin.accountId } },
    ])
    expect(await pushes(ctx.db)).toEqual([])
  })

  test.each<[ErrorDetails, number, object]>([
    [
      { code: 'VALIDATION', fields: [{ path: 'rows.12.audience', problem: 'card.audience' }] },
      400,
      { fields: [{ path: 'rows.12.audience', message: expect.stringContaining('MIXED') }] },
    ],
    [{ code: 'UNSUPPORTED_MEDIA', fields: [] }, 415, { code: 'UNSUPPORTED_MEDIA' }],
    [{ code: 'TOO_LARGE' }, 413, { code: 'TOO_LARGE' }],
  ])('and refused with %o says so', async (refusal, status, answer) => {
    const admin = await anAdmin()
    const [response] = await Promise.all([as(admin).post(DECK, aFile()), endUploads({ state: 'REFUSED', refusal })])
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject(answer)
  })

  test.each([
    ['is too large', () => aFile(new Uint8Array(DECK_BYTES_MAX + 1)), 413],
    ['is far too large', () => aFile(new Uint8Array(8 * 1024 * 1024)), 413],
    ['has another name in the form', () => aFile('x', 'deck'), 400],
    ['is missing', () => new FormData(), 400],
    ['is JSON', () => ({ file: 'x' }), 415],
    ['is text', () => 'type,text', 415],
    ['is nothing', () => undefined, 400],
  ])('and %s is not stored', async (_, make, status) => {
    const answer = await as(await anAdmin()).post(DECK, make())
    expect(answer.status).toBe(status)
    expect(await uploads()).toEqual([])
  })

  test('is refused in the language that the device shows', async () => {
    const form = new FormData()
    const response = await as(await anAdmin()).post(DECK, form, { 'accept-language': 'en' })
    expect(response.body).toMatchObject({ fields: [{ message: 'Please fill this in.' }] })
  })

  test('together with a second file, or cut off, is not stored', async () => {
    const admin = await anAdmin()
    const formWithTwoFiles = aFile()
    formWithTwoFiles.append('file', new File(['x'], 'b.csv'))
    expect((await as(admin).post(DECK, formWithTwoFiles)).status).toBe(400)
    const headers = { authorization: `Bearer ${tokenOf(admin)}`, 'content-type': 'multipart/form-data; boundary=b' }
    const payload = '--b\r\nContent-Disposition: form-data; name="file"; filename="k.csv"\r\n\r\ntype,te'
    expect((await app.inject({ method: 'POST', url: `/api/v2${DECK}`, headers, payload })).statusCode).toBe(400)
    expect(await uploads()).toEqual([])
  })

  test('by anybody but the team is refused before it is looked at', async () => {
    const ann = await aMember(ctx.db)
    expect(await as(ann).post(DECK, aFile())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await as(ann).post(DECK, aFile(new Uint8Array(8 * 1024 * 1024)))).status).toBe(403)
    expect((await as(ann).post(DECK, new FormData())).status).toBe(403)
    expect((await visitor.post(DECK, aFile())).status).toBe(401)
    expect(await uploads()).toEqual([])
  })

  test('by somebody who was of the team until just now is refused', async () => {
    const admin = await anAdmin()
    await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', admin.accountId).execute()
    expect((await as(admin).post(DECK, aFile())).status).toBe(403)
  })

  test('by somebody who leaves the team while it is on its way is refused', async () => {
    const admin = await anAdmin()
    const abortUpload = async () => {
      await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', admin.accountId).execute()
    }
    const slowApp = await createApp(ctx, {
      ...createLimits(ctx),
      take: (name) => (name === 'deckUploads' ? abortUpload() : Promise.resolve()),
    })
    const form = new Response(aFile())
    const { statusCode } = await slowApp.inject({
      method: 'POST',
      url: `/api/v2${DECK}`,
      headers: { authorization: `Bearer ${tokenOf(admin)}`, 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    await slowApp.close()
    expect(statusCode).toBe(403)
    expect(await uploads()).toEqual([])
  })

  test('is one of so many in a while, for each of the team', async () => {
    const limited = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
    const [admin, another] = [await anAdmin(), await anAdmin()]
    const send = async (member: TestMember) => (await limited.as(member).post(DECK, new FormData())).status
    for (let n = 0; n < RATES.deckUploads.max; n += 1) expect(await send(admin)).toBe(400)
    expect(await limited.as(admin).post(DECK, aFile())).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    expect(await send(another)).toBe(400)
    expect(await uploads()).toEqual([])
    await limited.app.close()
  })
})

describe('a saved game', () => {
  const GAME = { participants: [{ name: 'Åsa 💜' }], drawn: ['1', '2'], at: 0.5 }
  const save = (member: TestMember, gameState: unknown) => as(member).post(STATE, { gameState })
  const readGame = async (member: TestMember) => (await as(member).get<{ gameState: unknown }>(STATE)).body

  test('is there again as it was, for its member alone', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect(await readGame(ann)).toEqual({ gameState: null })
    expect((await save(ann, GAME)).status).toBe(204)
    expect(await readGame(ann)).toEqual({ gameState: GAME })
    expect(await readGame(bo)).toEqual({ gameState: null })
    expect(await pushes(ctx.db)).toEqual([])
  })

  test('is the one that was saved last; null takes it away', async () => {
    const ann = await aMember(ctx.db)
    await Promise.all(Array.from({ length: 10 }, () => save(ann, GAME)))
    await save(ann, { turn: 2 })
    expect(await readGame(ann)).toEqual({ gameState: { turn: 2 } })
    expect((await save(ann, null)).status).toBe(204)
    expect(await readGame(ann)).toEqual({ gameState: null })
  })

  test('may be of any form that is JSON', async () => {
    const ann = await aMember(ctx.db)
    for (const game of [
      0,
      '',
      'text',
      false,
      [],
      {},
      { a: [null, { b: '\u2028"\\' }] },
      { toString: 'x', constructor: 1 },
    ]) {
      expect((await save(ann, game)).status).toBe(204)
      expect(await readGame(ann)).toEqual({ gameState: game })
    }
  })

  test('is as large as may be and no larger', async () => {
    const ann = await aMember(ctx.db)
    const fits = 'å'.repeat(GAME_STATE_MAX / 2 - 1)
    expect((await save(ann, fits)).status).toBe(204)
    for (const tooLarge of [`${fits}x`, 'x'.repeat(900_000), Array.from({ length: 100_000 }, () => 1)])
      expect(await save(ann, tooLarge)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await readGame(ann)).toEqual({ gameState: fits })
  })

  const deep = (depth: number) => `{"gameState":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const postRaw = async (member: TestMember, payload: string) => {
    const headers = { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: `/api/v2${STATE}`, headers, payload })).statusCode
  }

  test.each([
    ['depth without end', deep(400_000)],
    ['more depth than may be', deep(34)],
    ['no game', '{}'],
    ['no object', '[]'],
    ['a reach into prototypes', '{"gameState":{"__proto__":{"level":"ADMIN"}}}'],
    ['another reach into prototypes', '{"gameState":{"a":[{"constructor":{"prototype":{"level":"ADMIN"}}}]}}'],
    ['half of it', '{"gameState":{'],
    ['a number that is none', '{"gameState":NaN}'],
  ])('is not changed by %s', async (_, payload) => {
    const ann = await aMember(ctx.db)
    await save(ann, GAME)
    expect(await postRaw(ann, payload)).toBe(400)
    expect(await readGame(ann)).toEqual({ gameState: GAME })
    expect(({} as { level?: string }).level).toBeUndefined()
  })

  test('with as much depth as may be is kept', async () => {
    expect(await postRaw(await aMember(ctx.db), deep(32))).toBe(204)
  })

  test('goes with its member', async () => {
    const ann = await aMember(ctx.db)
    await save(ann, GAME)
    await ctx.db.deleteFrom('members').where('id', '=', ann.id).execute()
    expect(await ctx.db.selectFrom('game_states').select('memberId').where('memberId', '=', ann.id).execute()).toEqual(
      [],
    )
  })

  test('of nobody is nobody’s', async () => {
    expect((await visitor.get(STATE)).status).toBe(401)
    expect((await visitor.post(STATE, { gameState: 1 })).status).toBe(401)
  })
})
