import type { TruthOrDareCard } from '@app/contract/games'
import { DECK_BYTES_MAX, GAME_STATE_BYTES_MAX, GAME_STATE_DEPTH_MAX, RATES } from '@app/contract/limits'
import type { ErrorDetails } from '@app/server/errors'
import { listJobs, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'

const { ctx, as, visitor, app, tokenOf } = await setUpTestGateway({
  settings: { REDIS_URL: ownRedisUrl(import.meta.url) },
})
const DECK_PATH = '/games/truth-or-dare'
const GAME_STATE_PATH = `${DECK_PATH}/game-state`

const MEBIBYTE = 1024 * 1024
/** Card types, levels of spiciness and audiences. */
const CARD_COMBINATIONS = 2 * 4 * 3

const anAdmin = () => aMember(ctx.db, { level: 'ADMIN' })

const aDeckForm = (bytes: string | Uint8Array<ArrayBuffer> = 'type,text', field = 'file'): FormData => {
  const form = new FormData()
  form.set(field, new File([bytes], 'kort.csv'))
  return form
}

const listUploads = () => ctx.db.selectFrom('deck_uploads').select(['id', 'bytes', 'state']).orderBy('id').execute()

const readDeck = async (member: TestMember) => (await as(member).get<TruthOrDareCard[]>(DECK_PATH)).body

/** Waits for an upload, then stores its result as the worker does. */
async function completeUpload(
  result: { state: 'STORED'; cards: number } | { state: 'REFUSED'; refusal: ErrorDetails },
) {
  await vi.waitFor(async () => expect((await listUploads()).some(({ state }) => state === 'WAITING')).toBe(true))
  const refusal = 'refusal' in result ? { refusal: JSON.stringify(result.refusal) } : {}
  await ctx.db
    .updateTable('deck_uploads')
    .set({ ...result, ...refusal })
    .where('state', '=', 'WAITING')
    .execute()
}

beforeEach(async () => {
  await ctx.db.deleteFrom('deck_uploads').execute()
  await ctx.db.deleteFrom('cards').execute()
  await ctx.db.deleteFrom('outbox').execute()
})

describe('the starter deck', () => {
  test.each(['SWEDISH', 'ENGLISH'] as const)(
    'has cards of every type, spiciness and audience, in %s',
    { tags: 'games.starter-deck' },
    async (language) => {
      const deck = await readDeck(await aMember(ctx.db, { language }))
      expect(deck.length).toBeGreaterThanOrEqual(60)
      const listCombinations = (card: TruthOrDareCard) =>
        card.audiences.map((audience) => `${card.cardType} ${card.spiciness} ${audience}`)
      expect(new Set(deck.flatMap(listCombinations)).size).toBe(CARD_COMBINATIONS)
      expect(deck.filter(({ text }) => text.includes('{partner}')).length).toBeGreaterThan(20)
      for (const { text } of deck) expect(text.replaceAll(/\{(?:actor|partner)\}/g, '')).not.toMatch(/[{}]/)
    },
  )

  test('differs between the languages only in its texts', async () => {
    const [swedish, english] = [
      await readDeck(await aMember(ctx.db)),
      await readDeck(await aMember(ctx.db, { language: 'ENGLISH' })),
    ]
    const withoutTexts = (deck: TruthOrDareCard[]) => deck.map(({ text: _, ...card }) => card)
    expect(withoutTexts(swedish)).toEqual(withoutTexts(english))
    expect(swedish.filter(({ text }, index) => text === english[index]?.text)).toEqual([])
  })

  test("is in the device's language, even if the member has set another one", async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db, { language: 'ENGLISH' })]
    expect((await as(ann).get(DECK_PATH, { 'accept-language': 'en' })).body).toEqual(await readDeck(bo))
    expect((await as(bo).get(DECK_PATH, { 'accept-language': 'sv' })).body).toEqual(await readDeck(ann))
  })

  test("is replaced by the team's deck", async () => {
    const card = { cardType: 'TRUTH', text: 'Hej {actor}', audiences: ['MIXED'], spiciness: null } as const
    await ctx.db
      .insertInto('cards')
      .values({ ...card, audiences: ['MIXED'] })
      .execute()
    expect(await readDeck(await aMember(ctx.db))).toEqual([{ id: expect.any(String), ...card }])
  })
})

describe('an uploaded deck', () => {
  test('is stored with a job for the worker, whose result is returned', { tags: 'games.deck-upload' }, async () => {
    const admin = await anAdmin()
    const [{ status, body }] = await Promise.all([
      as(admin).post(DECK_PATH, aDeckForm('a,b')),
      completeUpload({ state: 'STORED', cards: 7 }),
    ])
    expect({ status, body }).toEqual({ status: 200, body: { cards: 7 } })
    const [upload] = await listUploads()
    expect(upload?.bytes.toString()).toBe('a,b')
    expect(await listJobs(ctx.db)).toEqual([
      { name: 'decks:read', payload: { uploadId: upload?.id, memberId: admin.accountId } },
    ])
    expect(await listPushes(ctx.db)).toEqual([])
  })

  test.each<[ErrorDetails, number, object]>([
    [
      { code: 'VALIDATION', fields: [{ path: 'rows.12.audience', problem: 'card.audience' }] },
      400,
      { fields: [{ path: 'rows.12.audience', message: expect.stringContaining('MIXED') }] },
    ],
    [{ code: 'UNSUPPORTED_MEDIA', fields: [] }, 415, { code: 'UNSUPPORTED_MEDIA' }],
    [{ code: 'TOO_LARGE' }, 413, { code: 'TOO_LARGE' }],
  ])("reports the worker's rejection %o", async (rejection, status, body) => {
    const admin = await anAdmin()
    const [response] = await Promise.all([
      as(admin).post(DECK_PATH, aDeckForm()),
      completeUpload({ state: 'REFUSED', refusal: rejection }),
    ])
    expect(response.status).toBe(status)
    expect(response.body).toMatchObject(body)
  })

  test.each([
    ['is too large', () => aDeckForm(new Uint8Array(DECK_BYTES_MAX + 1)), 413],
    ['is far too large', () => aDeckForm(new Uint8Array(8 * MEBIBYTE)), 413],
    ['is in a form field of another name', () => aDeckForm('x', 'deck'), 400],
    ['is missing', () => new FormData(), 400],
    ['is JSON', () => ({ file: 'x' }), 415],
    ['is text', () => 'type,text', 415],
    ['has no body', () => undefined, 400],
  ])('is not stored if it %s', async (_, createBody, status) => {
    const response = await as(await anAdmin()).post(DECK_PATH, createBody())
    expect(response.status).toBe(status)
    expect(await listUploads()).toEqual([])
  })

  test("is rejected with a message in the device's language", async () => {
    const form = new FormData()
    const response = await as(await anAdmin()).post(DECK_PATH, form, { 'accept-language': 'en' })
    expect(response.body).toMatchObject({ fields: [{ message: 'Please fill this in.' }] })
  })

  test('is not stored if it has a second file, or is truncated', async () => {
    const admin = await anAdmin()
    const formWithTwoFiles = aDeckForm()
    formWithTwoFiles.append('file', new File(['x'], 'b.csv'))
    expect((await as(admin).post(DECK_PATH, formWithTwoFiles)).status).toBe(400)
    const headers = { authorization: `Bearer ${tokenOf(admin)}`, 'content-type': 'multipart/form-data; boundary=b' }
    const payload = '--b\r\nContent-Disposition: form-data; name="file"; filename="k.csv"\r\n\r\ntype,te'
    expect((await app.inject({ method: 'POST', url: `/api/v2${DECK_PATH}`, headers, payload })).statusCode).toBe(400)
    expect(await listUploads()).toEqual([])
  })

  test('is rejected before it is read if the caller is not in the team', { tags: 'games.deck-team-only' }, async () => {
    const ann = await aMember(ctx.db)
    expect(await as(ann).post(DECK_PATH, aDeckForm())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await as(ann).post(DECK_PATH, aDeckForm(new Uint8Array(8 * MEBIBYTE)))).status).toBe(403)
    expect((await as(ann).post(DECK_PATH, new FormData())).status).toBe(403)
    expect((await visitor.post(DECK_PATH, aDeckForm())).status).toBe(401)
    expect(await listUploads()).toEqual([])
  })

  test('is rejected if the caller has just left the team', async () => {
    const admin = await anAdmin()
    await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', admin.accountId).execute()
    expect((await as(admin).post(DECK_PATH, aDeckForm())).status).toBe(403)
  })

  test('is rejected if the caller leaves the team during the upload', async () => {
    const admin = await anAdmin()
    const demoteAdmin = async () => {
      await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '=', admin.accountId).execute()
    }
    const appWithDemotion = await createApp({
      ...ctx,
      limits: {
        ...ctx.limits,
        take: (name) => (name === 'deckUploads' ? demoteAdmin() : Promise.resolve()),
      },
    })
    const form = new Response(aDeckForm())
    const { statusCode } = await appWithDemotion.inject({
      method: 'POST',
      url: `/api/v2${DECK_PATH}`,
      headers: { authorization: `Bearer ${tokenOf(admin)}`, 'content-type': form.headers.get('content-type') ?? '' },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    await appWithDemotion.close()
    expect(statusCode).toBe(403)
    expect(await listUploads()).toEqual([])
  })

  test("counts against the admin's own limit", async () => {
    const limitedGateway = await createTestGateway({ ...ctx, config: { ...ctx.config, rateLimits: true } })
    const [admin, otherAdmin] = [await anAdmin(), await anAdmin()]
    const uploadEmptyForm = async (member: TestMember) =>
      (await limitedGateway.as(member).post(DECK_PATH, new FormData())).status
    for (let n = 0; n < RATES.deckUploads.max; n += 1) expect(await uploadEmptyForm(admin)).toBe(400)
    expect(await limitedGateway.as(admin).post(DECK_PATH, aDeckForm())).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    expect(await uploadEmptyForm(otherAdmin)).toBe(400)
    expect(await listUploads()).toEqual([])
    await limitedGateway.app.close()
  })
})

describe('a saved game', () => {
  const GAME = { participants: [{ name: 'Åsa 💜' }], drawn: ['1', '2'], at: 0.5 }
  const save = (member: TestMember, gameState: unknown) => as(member).post(GAME_STATE_PATH, { gameState })
  const readGame = async (member: TestMember) => (await as(member).get<{ gameState: unknown }>(GAME_STATE_PATH)).body

  test('is returned unchanged, and only to its member', { tags: 'games.saved-game' }, async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    expect(await readGame(ann)).toEqual({ gameState: null })
    expect((await save(ann, GAME)).status).toBe(204)
    expect(await readGame(ann)).toEqual({ gameState: GAME })
    expect(await readGame(bo)).toEqual({ gameState: null })
    expect(await listPushes(ctx.db)).toEqual([])
  })

  test('is replaced by the next one, and deleted by null', { tags: 'games.last-saved-game' }, async () => {
    const ann = await aMember(ctx.db)
    await Promise.all(Array.from({ length: 10 }, () => save(ann, GAME)))
    await save(ann, { turn: 2 })
    expect(await readGame(ann)).toEqual({ gameState: { turn: 2 } })
    expect((await save(ann, null)).status).toBe(204)
    expect(await readGame(ann)).toEqual({ gameState: null })
  })

  test('can be any JSON value', async () => {
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

  test('can be as large as the limit, but no larger', async () => {
    const ann = await aMember(ctx.db)
    const largestState = 'å'.repeat(GAME_STATE_BYTES_MAX / 2 - 1)
    expect((await save(ann, largestState)).status).toBe(204)
    for (const tooLarge of [`${largestState}x`, 'x'.repeat(900_000), Array.from({ length: 100_000 }, () => 1)])
      expect(await save(ann, tooLarge)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(await readGame(ann)).toEqual({ gameState: largestState })
  })

  const createNestedJson = (depth: number) => `{"gameState":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const postRaw = async (member: TestMember, payload: string) => {
    const headers = { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' }
    return (await app.inject({ method: 'POST', url: `/api/v2${GAME_STATE_PATH}`, headers, payload })).statusCode
  }

  test.each([
    ['extreme depth', createNestedJson(400_000)],
    ['more depth than the limit', createNestedJson(GAME_STATE_DEPTH_MAX + 1)],
    ['a missing game', '{}'],
    ['a list', '[]'],
    ['a __proto__ key', '{"gameState":{"__proto__":{"level":"ADMIN"}}}'],
    ['a nested constructor key', '{"gameState":{"a":[{"constructor":{"prototype":{"level":"ADMIN"}}}]}}'],
    ['truncated JSON', '{"gameState":{'],
    ['an invalid number', '{"gameState":NaN}'],
  ])('is not changed by %s', async (_, payload) => {
    const ann = await aMember(ctx.db)
    await save(ann, GAME)
    expect(await postRaw(ann, payload)).toBe(400)
    expect(await readGame(ann)).toEqual({ gameState: GAME })
    expect(({} as { level?: string }).level).toBeUndefined()
  })

  test('is stored if it is nested as deeply as the limit', async () => {
    expect(await postRaw(await aMember(ctx.db), createNestedJson(GAME_STATE_DEPTH_MAX))).toBe(204)
  })

  test('is deleted with its member', async () => {
    const ann = await aMember(ctx.db)
    const stored = ctx.db.selectFrom('game_states').select('memberId').where('memberId', '=', ann.id)
    await save(ann, GAME)
    expect(await stored.execute()).toHaveLength(1)
    await ctx.db.deleteFrom('members').where('id', '=', ann.id).execute()
    expect(await stored.execute()).toEqual([])
  })

  test('requires a session', async () => {
    expect((await visitor.get(GAME_STATE_PATH)).status).toBe(401)
    expect((await visitor.post(GAME_STATE_PATH, { gameState: 1 })).status).toBe(401)
  })
})
