import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { hasPhoto, type Pictures, withRefreshedPhoto } from '../../conversation/refresh-pictures.ts'

const hasPicture = (entry: GroupComment): boolean => entry.profilePhotoUrl !== null || hasPhoto(entry)

const withFreshPictures = <Entry extends GroupComment>(current: Entry, refreshed: GroupComment): Entry => ({
  ...withRefreshedPhoto(current, refreshed),
  profilePhotoUrl: refreshed.profilePhotoUrl,
})

/** The pictures in messages: profile photos, and photos in posts and comments. */
export const postPictures: Pictures<GroupMessage> = {
  has: (message) => hasPicture(message) || message.comments.some(hasPicture),
  refreshUrls: (current, refreshed) => ({
    ...withFreshPictures(current, refreshed),
    comments: current.comments.map((comment) =>
      withFreshPictures(comment, refreshed.comments.find(({ id }) => id === comment.id) ?? comment),
    ),
  }),
}
