import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import type { OwnStack } from '../../common/own-stack.ts'
import { bearer, post } from '../calls.ts'
import { areAllProcessed, upload } from '../photos/uploads.ts'
import type { Caller } from '../world.ts'

const POLL_INTERVAL = 200
const CHAT_PHOTOS = 8
const SIDE = 1_600

/** Returns the square crop in the size that the client uploads. */
async function cropToSquare(file: string): Promise<string> {
  const square = `${file}.square.jpg`
  await sharp(file).autoOrient().resize(SIDE, SIDE).jpeg({ quality: 92 }).toFile(square)
  return square
}

async function writeWithPhotos(stack: OwnStack, writer: Caller, chatId: string, files: string[]): Promise<void> {
  for (let n = 0; n < CHAT_PHOTOS; n++) {
    const file = files[n % files.length] ?? ''
    const { photoUrl } = await upload<{ photoUrl: string }>(stack, writer, file, `chats/${chatId}/photos`)
    const message = { message: `Foto ${n + 1}`, photoUrl, clientId: randomUUID() }
    await post(`${stack.url}/api/v2/chats/${chatId}`, message, bearer(writer.token))
  }
}

/** Gives each member a profile photo that search shows, and the first of them a chat full of photos. */
export async function fillWithPhotos(
  { pool, stack, files }: { pool: pg.Pool; stack: OwnStack; files: string[] },
  shown: Caller[],
  chatId: string,
): Promise<void> {
  for (const [n, member] of shown.entries()) await upload(stack, member, files[n % files.length] ?? '')
  const [writer] = shown
  if (writer) await writeWithPhotos(stack, writer, chatId, await Promise.all(files.map(cropToSquare)))
  while (!(await areAllProcessed(pool))) await pause(POLL_INTERVAL)
}
