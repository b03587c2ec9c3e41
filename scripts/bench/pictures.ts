/** A statement that stores pictures which are drawn, by name only; `source` says their ids and whose they are. */
export const insertPictures = (kind: 'ALBUM' | 'MOVIE', source: string): string => `
  insert into media (id, kind, "ownerId", state, "createdAt", "drawnRotation", width, height, placeholder)
  select id, '${kind}', owner, 'READY', now(), 0, 1600, 1600, 'cGxhY2Vob2xkZXIgb2YgdHdlbnR5'
  from (${source}) drawn(id, owner)`

/** The pictures of those whose profile photo is only a name so far. */
export const INSERT_PROFILE_PHOTOS = insertPictures(
  'ALBUM',
  `select "profilePhotoId", id from members where "profilePhotoId" is not null
    and not exists (select from media where media.id = members."profilePhotoId")`,
)
