/** Returns a statement that inserts processed pictures without files; `source` selects their ids and owners. */
export const insertPictures = (kind: 'ALBUM' | 'MOVIE', source: string): string => `
  insert into media (id, kind, "ownerId", state, "createdAt", "drawnRotation", width, height, placeholder)
  select id, '${kind}', owner, 'READY', now(), 0, 1600, 1600, 'cGxhY2Vob2xkZXIgb2YgdHdlbnR5'
  from (${source}) pictured(id, owner)`

/** Inserts the missing pictures of members whose `profilePhotoId` refers to none. */
export const INSERT_PROFILE_PHOTOS = insertPictures(
  'ALBUM',
  `select "profilePhotoId", id from members where "profilePhotoId" is not null
    and not exists (select from media where media.id = members."profilePhotoId")`,
)
