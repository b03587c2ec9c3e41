import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import type { IsolatedStack } from '../../common/isolated-stack.ts'
import { bearer, post } from '../http.ts'
import { areAllProcessed, upload } from '../photos/uploads.ts'
import type { Caller } from '../world.ts'

const POLL_INTERVAL_MS = 200
const CHAT_PHOTOS = 8
const SIDE_PX = 1_600

/** Crops a photo to a square, as the client does before the upload, and returns its path. */
async function cropToSquare(file: string): Promise<string> {
  const square = `${file}.square.jpg`
  await sharp(file).autoOrient().resize(SIDE_PX, SIDE_PX).jpeg({ quality: 92 }).toFile(square)
  return square
}

async function sendPhotoMessages(stack: IsolatedStack, writer: Caller, chatId: string, files: string[]): Promise<void> {
  for (let n = 0; n < CHAT_PHOTOS; n++) {
    const file = files[n % files.length] ?? ''
    const { photoUrl } = await upload<{ photoUrl: string }>(stack, writer, file, `chats/${chatId}/photos`)
    const message = { message: `Foto ${n + 1}`, photoUrl, clientId: randomUUID() }
    await post(`${stack.url}/api/v2/chats/${chatId}`, message, bearer(writer.token))
  }
}

/**
 * Uploads a profile photo for each member, sends messages with photos from the first member to a chat, and waits until
 * all photos are processed.
 */
export async function fillWithPhotos(
  { pool, stack, files }: { pool: pg.Pool; stack: IsolatedStack; files: string[] },
  members: Caller[],
  chatId: string,
): Promise<void> {
  for (const [n, member] of members.entries()) await upload(stack, member, files[n % files.length] ?? '')
  const [writer] = members
  if (writer) await sendPhotoMessages(stack, writer, chatId, await Promise.all(files.map(cropToSquare)))
  while (!(await areAllProcessed(pool))) await pause(POLL_INTERVAL_MS)
}
