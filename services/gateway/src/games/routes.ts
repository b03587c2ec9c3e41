import { GameState, StoredDeck, TruthOrDareCard } from '@app/contract/games'
import { DECK_BYTES_MAX, UPLOAD_TIMEOUT_MS } from '@app/contract/limits'
import multipart from '@fastify/multipart'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { resolveLanguage } from '../http/errors.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { FORM_LIMITS } from '../http/receive-file.ts'
import { listCards } from './queries.ts'
import { replaceDeck } from './replace-deck.ts'
import { readGame, saveGame } from './saved-games.ts'

const DECK_PATH = '/games/truth-or-dare'
const GAME_STATE_PATH = `${DECK_PATH}/game-state`

/** Registers uploads in a scope of their own, because the multipart parser handles every request of its scope. */
async function registerUpload(app: App): Promise<void> {
  await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: DECK_BYTES_MAX }, throwFileSizeLimit: false })
  app.post(
    DECK_PATH,
    {
      config: { policy: 'deck.replace', body: 'multipart', handlerTimeoutMs: UPLOAD_TIMEOUT_MS },
      schema: { response: { 200: StoredDeck } },
    },
    (request, reply) => replaceDeck(request.ctx, { request, reply }),
  )
}

export async function registerGames(app: App): Promise<void> {
  await app.register(registerUpload)
  app.get(
    DECK_PATH,
    {
      config: { policy: 'member' },
      schema: { response: { 200: z.array(TruthOrDareCard) } },
      serializerCompiler: largeResponseSerializer,
    },
    (request) => listCards(request.ctx.db, resolveLanguage(request)),
  )
  app.get(GAME_STATE_PATH, { config: { policy: 'member' }, schema: { response: { 200: GameState } } }, ({ ctx }) =>
    readGame(ctx.db, ctx.member.accountId),
  )
  app.post(
    GAME_STATE_PATH,
    { config: { policy: 'member' }, schema: { body: GameState, response: { 204: z.void() } } },
    async ({ ctx, body }, reply) => reply.code(204).send(await saveGame(ctx, body.gameState)),
  )
}
