import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { hasPhoto, type Pictures, withFreshPhoto } from '../conversation/conversation.ts'

const hasPicture = (written: GroupComment): boolean => written.profilePhotoUrl !== null || hasPhoto(written)

const withFreshPictures = <Written extends GroupComment>(known: Written, now: GroupComment): Written => ({
  ...withFreshPhoto(known, now),
  profilePhotoUrl: now.profilePhotoUrl,
})

/** Faces and photos, those of comments too. */
export const picturesOfPosts: Pictures<GroupMessage> = {
  has: (message) => hasPicture(message) || message.comments.some(hasPicture),
  freshen: (known, now) => ({
    ...withFreshPictures(known, now),
    comments: known.comments.map((comment) =>
      withFreshPictures(comment, now.comments.find(({ id }) => id === comment.id) ?? comment),
    ),
  }),
}
