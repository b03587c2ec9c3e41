import type { GroupComment, GroupMessage } from '@app/contract/groups'
import { hasPhoto, type Pictures, withRefreshedPhoto } from '../../conversation/conversation.ts'

const hasPicture = (post: GroupComment): boolean => post.profilePhotoUrl !== null || hasPhoto(post)

const withFreshPictures = <Written extends GroupComment>(known: Written, now: GroupComment): Written => ({
  ...withRefreshedPhoto(known, now),
  profilePhotoUrl: now.profilePhotoUrl,
})

/** Profile photos and photos of posts and comments. */
export const postPictures: Pictures<GroupMessage> = {
  has: (message) => hasPicture(message) || message.comments.some(hasPicture),
  refreshUrls: (known, now) => ({
    ...withFreshPictures(known, now),
    comments: known.comments.map((comment) =>
      withFreshPictures(comment, now.comments.find(({ id }) => id === comment.id) ?? comment),
    ),
  }),
}
