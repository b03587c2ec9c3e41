import { defineTexts } from '../text/texts.ts'

/** The menu rows that report a subject, by its kind, and the one with which the team opens a case about it. */
export const reportingTexts = defineTexts(
  {
    PROFILE: 'Anmäl {name}',
    PHOTO: 'Anmäl fotot',
    CHAT_MESSAGE: 'Anmäl meddelandet',
    GROUP: 'Anmäl gruppen',
    GROUP_MESSAGE: 'Anmäl inlägget',
    EVENT: 'Anmäl eventet',
    AD: 'Anmäl annonsen',
    MOVIE_ENTRY: 'Anmäl fotot',
    NEWS_COMMENT: 'Anmäl kommentaren',
    GROUP_INVITE: 'Anmäl inbjudan',
    openCase: 'Öppna ett ärende',
  },
  {
    PROFILE: 'Report {name}',
    PHOTO: 'Report photo',
    CHAT_MESSAGE: 'Report message',
    GROUP: 'Report group',
    GROUP_MESSAGE: 'Report post',
    EVENT: 'Report event',
    AD: 'Report ad',
    MOVIE_ENTRY: 'Report photo',
    NEWS_COMMENT: 'Report comment',
    GROUP_INVITE: 'Report invite',
    openCase: 'Open a case',
  },
)
