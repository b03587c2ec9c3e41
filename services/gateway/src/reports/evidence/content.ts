import { EVIDENCE_COMMENTS } from '@app/contract/limits'
import type { Member } from '@app/server/context'
import { isAdVisible } from '@app/server/policies/ads'
import { isAlbumVisible } from '@app/server/policies/photos'
import { isAuthorReportable, isReportableDespiteBlock, type ReportedSubject } from '@app/server/policies/reports'
import { sql } from 'kysely'
import { factsOf, partColumns, selectParts } from './parts.ts'

type Options = { member: Member; now: Date }

const LOOKING_FOR = `(select string_agg(kind, ', ') from unnest("lookingFor" || "lookingForCouples") kind)`

/** Selects the profile with the photos of the albums and the title of the newest ad that the reporter may see. */
export const selectProfileParts = ({ subjectId }: ReportedSubject, { member }: Options) =>
  selectParts(sql`
    with visible as (
      select media.id from photos join media on media.id = photos."mediaId" and media.state = 'READY'
      join members owner on owner.id = photos."memberId" join members viewer on viewer.id = ${member.id}
      where photos."memberId" = ${subjectId} and ${isAlbumVisible} order by photos.album, photos.ordinal, media.id
    )
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'm.id',
      at: 'm."registeredAt"',
      memberId: 'm.id',
      title: 'm."userName"',
      text: 'm.description',
      media: 'array(select id from visible)',
      facts: factsOf({ cities: `array_to_string(cities, ', ')`, lookingFor: LOOKING_FOR }),
    })}
    from members m where m.id = ${subjectId}
    union all
    (select ${partColumns({ role: `'PROFILE'`, section: 1, id: 'a.id', at: 'a."publishedAt"', memberId: 'a."authorId"', title: 'a.title' })}
      from ads a join members m on m.id = a."authorId"
      where a."authorId" = ${subjectId} and ${isAdVisible(sql`${member.id}::bigint`)} order by a.id desc limit 1)`)

/** Selects the picture, and the album or the kind of conversation that contains it. */
export const selectPhotoParts = ({ subjectId }: ReportedSubject) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'media.id',
      at: 'media."createdAt"',
      memberId: 'media."ownerId"',
      media: 'array[media.id]',
      facts: factsOf({ album: 'coalesce(photos.album, media.kind)' }),
    })}
    from media left join photos on photos."mediaId" = media.id where media.id = ${subjectId}`)

/** Selects the group's words, and the owner's newest posts that the reporter can see as a member. */
export const selectGroupParts = ({ subjectId, authorId }: ReportedSubject, { member, now }: Options) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'g.id',
      at: 'g."createdAt"',
      memberId: 'coalesce(g."ownerId", g."creatorId")',
      title: 'g."groupName"',
      text: 'g.description',
      facts: factsOf({
        members: 'g."memberCount"',
        open: 'g."isOpen"',
        creator: '(select "userName" from members where id = g."creatorId")',
      }),
    })}
    from groups g where g.id = ${subjectId}
    union all
    (select ${partColumns({
      role: `'BEFORE'`,
      section: 1,
      position: 'm.id',
      id: 'm.id',
      at: 'm."sentAt"',
      memberId: 'm."authorId"',
      text: 'm.message',
      editedAt: 'm."editedAt"',
      media: `array_remove(array[m."mediaId"], null)`,
    })}
      from group_messages m join members author on author.id = m."authorId" and ${isAuthorReportable('author', now)}
      where m."groupId" = ${subjectId} and m."authorId" = ${authorId} and m."parentId" is null and m."deletedAt" is null
        and exists (select from group_members own where own."groupId" = m."groupId" and own."memberId" = ${member.id} and not own.held)
        and ${isReportableDespiteBlock(
          { me: sql`${member.id}::bigint`, now },
          { groupId: sql`m."groupId"`, authorId: sql`m."authorId"`, messageId: sql`m.id` },
        )}
      order by m.id desc limit ${EVIDENCE_COMMENTS})`)

export const selectEventParts = ({ subjectId }: ReportedSubject) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'e.id',
      at: 'e."createdAt"',
      memberId: 'e."authorId"',
      title: 'e.title',
      text: 'e.description',
      facts: factsOf({
        place: 'e.place',
        time: `to_char(e."eventTime" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        paid: 'e."paidEvent"',
        group: '(select "groupName" from groups where id = e."groupId")',
      }),
    })}
    from events e where e.id = ${subjectId}`)

export const selectAdParts = ({ subjectId }: ReportedSubject) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'a.id',
      at: 'a."publishedAt"',
      memberId: 'a."authorId"',
      title: 'a.title',
      text: 'a.content',
    })}
    from ads a where a.id = ${subjectId}`)

export const selectEntryParts = ({ subjectId }: ReportedSubject) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'e.id',
      at: 'e."publishedAt"',
      memberId: 'e."authorId"',
      text: 'e.message',
      media: 'array[e."mediaId"]',
      facts: factsOf({ altText: 'e."altText"' }),
    })}
    from movie_entries e where e.id = ${subjectId}`)

export const selectNewsCommentParts = ({ subjectId }: ReportedSubject) =>
  selectParts(sql`
    select ${partColumns({
      role: `'SUBJECT'`,
      id: 'c.id',
      at: 'c."sentAt"',
      memberId: 'c."authorId"',
      text: 'c.message',
      facts: factsOf({ news: '(select title from news where id = c."newsId")' }),
    })}
    from news_comments c where c.id = ${subjectId}`)

/** Selects the invite, or the earlier words of a deleted invite, and the group's words. */
export const selectGroupInviteParts = ({ parentId, authorId }: ReportedSubject, { member, now }: Options) =>
  selectParts(sql`
    (select ${partColumns({
      role: `'SUBJECT'`,
      id: 'i."groupId"',
      at: 'i."sentAt"',
      memberId: 'i."inviterId"',
      text: 'i.message',
    })}
    from (
      select "groupId", "inviterId", "sentAt", message, 0 as rank from group_invites
      where "groupId" = ${parentId} and "inviterId" = ${authorId} and "recipientId" = ${member.id}
      union all
      select "messageId", "inviterId", null, message, 1 from earlier_words
      where place = 'INVITE' and "messageId" = ${parentId} and "inviterId" = ${authorId}
        and "recipientId" = ${member.id} and until > ${now}
    ) i order by i.rank limit 1)
    union all
    select ${partColumns({
      role: `'PARENT'`,
      section: 1,
      id: 'g.id',
      at: 'g."createdAt"',
      title: 'g."groupName"',
      text: 'g.description',
    })}
    from groups g where g.id = ${parentId}`)
