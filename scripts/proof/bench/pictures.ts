/**
 * Returns a statement that inserts rows of processed pictures without files. `source` is a query for their ids and
 * owners.
 */
export const createPictureStatement = (kind: 'ALBUM' | 'MOVIE', source: string): string => `
  insert into media (id, kind, "ownerId", state, "createdAt", "drawnRotation", width, height, placeholder)
  select id, '${kind}', owner, 'READY', now(), 0, 1600, 1600, 'cGxhY2Vob2xkZXIgb2YgdHdlbnR5'
  from (${source}) pictured(id, owner)`

/** Inserts the pictures that `profilePhotoId` of members refers to and that do not exist. */
export const INSERT_PROFILE_PHOTOS = createPictureStatement(
  'ALBUM',
  `select "profilePhotoId", id from members where "profilePhotoId" is not null
    and not exists (select from media where media.id = members."profilePhotoId")`,
)
