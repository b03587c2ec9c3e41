import { Readable } from 'node:stream'
import type { Ctx } from '@app/server/context'
import { variantKey } from '@app/server/photos/photo-store'
import { listPart, objectPart, type Part } from './archive.ts'
import {
  LISTS,
  type ListQuery,
  listPhotos,
  type PhotoFile,
  readAccount,
  readMessagePages,
  readPostPages,
} from './contents.ts'

async function* onePage(read: () => Promise<object[]>): AsyncGenerator<object[]> {
  yield await read()
}

/** Creates a part with the last rendered variant; a missing file becomes an empty part rather than a failed export. */
const photoPart = ({ photos }: Ctx, { file, id, drawnRotation }: PhotoFile): Part => ({
  name: file,
  compress: false,
  open: async () => (await photos.open(variantKey(id, drawnRotation, 'large'))) ?? Readable.from([]),
})

/** Lists the parts of the archive: all of the member's own data. */
export async function listParts(ctx: Ctx, memberId: string): Promise<Part[]> {
  const { db } = ctx
  const photos = await listPhotos(db, memberId)
  const lists = Object.entries(LISTS) as [keyof typeof LISTS, ListQuery][]
  return [
    objectPart('account.json', () => readAccount(db, memberId)),
    ...lists.map(([name, list]) => listPart(`${name}.json`, () => onePage(() => list(db, memberId)))),
    listPart('messages.json', () => readMessagePages(db, memberId)),
    listPart('group-messages.json', () => readPostPages(db, memberId)),
    listPart('photos.json', () => onePage(async () => photos.map(({ id: _, drawnRotation: __, ...photo }) => photo))),
    ...photos.map((photo) => photoPart(ctx, photo)),
  ]
}
