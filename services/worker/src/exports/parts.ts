import { Readable } from 'node:stream'
import type { Ctx } from '@app/server/context'
import { variantKey } from '@app/server/photos/photo-store'
import { createListPart, createObjectPart, type Part } from './archive.ts'
import {
  LISTS,
  type ListQuery,
  listPhotos,
  type PhotoFile,
  readAccount,
  readMessagePages,
  readPostPages,
} from './contents.ts'

async function* readAsOnePage(read: () => Promise<object[]>): AsyncGenerator<object[]> {
  yield await read()
}

/**
 * Creates a part with the large variant of a photo. A missing file results in an empty part, not in a failed export.
 */
const createPhotoPart = ({ photos }: Ctx, { file, id, drawnRotation }: PhotoFile): Part => ({
  name: file,
  compress: false,
  open: async () => (await photos.open(variantKey(id, drawnRotation, 'large'))) ?? Readable.from([]),
})

/** Lists the parts of the archive, which together contain all of the member's own data. */
export async function listParts(ctx: Ctx, memberId: string): Promise<Part[]> {
  const { db } = ctx
  const photos = await listPhotos(db, memberId)
  const photoIds = new Set(photos.map(({ id }) => id))
  const lists = Object.entries(LISTS) as [keyof typeof LISTS, ListQuery][]
  return [
    createObjectPart('account.json', () => readAccount(db, memberId)),
    ...lists.map(([name, list]) => createListPart(`${name}.json`, () => readAsOnePage(() => list(ctx, memberId)))),
    createListPart('messages.json', () => readMessagePages(db, memberId, photoIds)),
    createListPart('group-messages.json', () => readPostPages(db, memberId, photoIds)),
    createListPart('photos.json', () =>
      readAsOnePage(async () => photos.map(({ id: _, drawnRotation: __, ...photo }) => photo)),
    ),
    ...photos.map((photo) => createPhotoPart(ctx, photo)),
  ]
}
