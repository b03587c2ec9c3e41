/** Every limit that the product promises, in one place. Lengths are UTF-16 units, sizes bytes, durations milliseconds. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const PROFILE_NAME_MAX = 30
export const TEXT_AREA_MAX = 1_000
export const CITIES_MAX = 5

export const GROUP_NAME_MIN = 3
export const GROUP_NAME_MAX = 30
export const GROUP_PREVIEW_LENGTH = 70
/** So many of a message's comments come along in a list; all of them, up to the second, with the message alone. */
export const COMMENTS_IN_LIST = 20
export const COMMENTS_MAX = 500
export const GROUPS_PER_MEMBER = 200

export const EVENT_TITLE_MAX = 100
export const EVENT_PLACE_MAX = 100
export const EVENT_CAPACITY_MAX = 10_000

export const AD_TITLE_MAX = 100
export const ADS_PER_MEMBER = 10

export const NEWS_TITLE_MAX = 100
/** So many of the newest news are named where only their number counts. */
export const NEWS_COUNTED_MAX = 100

/** What a photo of the feed shows, in words. */
export const ALT_TEXT_MAX = 300
export const ZOOM_MAX = 100

/** A deck is a spreadsheet; what it unpacks to, and how much of the processor's time it may take, is limited before it is read. */
export const DECK_BYTES_MAX = 2 * 1024 * 1024
export const DECK_UNPACKED_MAX = 16 * 1024 * 1024
export const DECK_ROWS_MAX = 5_000
export const DECK_COLUMNS_MAX = 20
export const DECK_PARTS_MAX = 200
export const DECK_TIMEOUT = 2 * SECOND
/** So long the call that brought a deck waits for its reading; one that is read later than the second is not stored. */
export const DECK_WAIT = 8 * SECOND
export const DECK_ABANDONED_AFTER = 30 * SECOND
export const DECK_PROBLEMS_MAX = 50
/** Uploads are forgotten after this, whatever became of them. */
export const DECK_UPLOAD_LIFETIME = 1 * HOUR
export const CARD_TEXT_MAX = 500
export const PARTICIPANT_NAME_MAX = 30
export const GAME_STATE_MAX = 64 * 1024
export const GAME_STATE_DEPTH = 32

export const MESSAGE_MIN = 2
export const MESSAGE_MAX = 1_000
export const CHAT_PREVIEW_LENGTH = 50

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254

export const REGISTRATION_AGE_MIN = 18
export const REGISTRATION_AGE_MAX = 110
export const PROFILE_YEAR_MIN = 1910
export const PROFILE_YEAR_MAX = 2001
export const HEIGHT_MIN = 140
export const HEIGHT_MAX = 210
export const WEIGHT_MIN = 30
export const WEIGHT_MAX = 300

/** Photos are JPEG. */
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024
export const PHOTO_PIXELS_MAX = 50_000_000
export const PHOTOS_PER_MEMBER = 100
export const PHOTO_JOB_TIMEOUT = 10 * SECOND
/** An upload may take longer than other calls; what was begun longer ago than the second is not going to end. */
export const UPLOAD_TIMEOUT = 30 * SECOND
/** Concurrent uploads of one member at one gateway. */
export const CONCURRENT_UPLOADS_MAX = 2
/** The total of all concurrent uploads at one gateway, in bytes; its temporary space holds 256 MiB. */
export const UPLOADS_BYTES_MAX = 240 * 1024 * 1024
export const UPLOAD_ABANDONED_AFTER = 1 * HOUR
/** An address of a picture ends within this; those of one half hour are the same, so that browsers keep the picture. */
export const MEDIA_LINK_LIFETIME = 1 * HOUR
/** A photo for a chat that no message came to carry is removed after this. */
export const UNSENT_PHOTO_LIFETIME = 24 * HOUR

export const SEARCH_PAGE_SIZE = 24
export const SEARCH_PAGE_MAX = 50
export const SEARCH_CITIES_MAX = 3
export const SEARCH_AGE_MAX = 120
export const SEARCH_AGE_DEFAULT = { min: 18, max: 99 } as const
export const SEARCH_DAYS_MAX = 365
/** Hits that a filter less would give are counted this far. */
export const SEARCH_HINT_MAX = 100
export const PLATE_TEXT_LENGTH = 50

export const VISITORS_MAX = 100
/** A visitor's count rises at most once in this time. */
export const VISIT_PERIOD = 1 * HOUR
/** So many confirmations give the verified badge; one by an ADMIN is enough. */
export const VERIFICATIONS_FOR_BADGE = 3
/** Whoever was answered with no may ask the same member again after this. */
export const REJECTION_PERIOD = 30 * DAY

export const PAGE_DEFAULT = 50
export const PAGE_MAX = 100
export const NAME_SEARCH_MAX = 24
/** A client whose version lies further back than this loads everything anew. */
export const RESYNC_VERSIONS_MAX = 500

export const SESSION_IDLE_LIFETIME = 30 * DAY
export const SESSION_LIFETIME = 180 * DAY
export const SESSIONS_PER_MEMBER = 20
export const REGISTRATION_LINK_LIFETIME = 24 * HOUR
export const PASSWORD_LINK_LIFETIME = 2 * HOUR
export const EMAIL_LINK_LIFETIME = 24 * HOUR
/** So long the address before a change can be brought back by the link mailed to it. */
export const EMAIL_REVERT_PERIOD = 7 * DAY
/** A deleted account can be taken back this long; then it is purged. */
export const DELETION_PERIOD = 30 * DAY
/** An archive of a member's own data waits this long to be fetched; its address, which every look renews, lasts less. */
export const EXPORT_LIFETIME = 7 * DAY
export const EXPORT_LINK_LIFETIME = 1 * HOUR

/** Who comes is reminded this long before. */
export const EVENT_REMINDER = 24 * HOUR
/** A calendar still hears of what has been, or was cancelled, for so long. */
export const CALENDAR_HISTORY = 30 * DAY

/** Somebody waits for the answer, so a question to the database that takes longer, a search above all, is given up. */
export const QUERY_TIMEOUT = 2 * SECOND

export const JSON_BODY_MAX = 1024 * 1024
export const CLIENT_LOG_MAX = 4 * 1024

/** The client's timers: the short one carries the app while no socket is connected, the long one tells that the member is here. */
export const FALLBACK_INTERVAL = 15 * SECOND
export const PRESENCE_INTERVAL = 120 * SECOND
export const CALL_TIMEOUT = 10 * SECOND
export const RETRY_DELAY_MIN = 1 * SECOND
export const RETRY_DELAY_MAX = 3 * SECOND

/** Typing: told again this often, forgotten by the receiver after this long. */
export const TYPING_REFRESH = 4 * SECOND
export const TYPING_PAUSE = 8 * SECOND
export const TYPING_LIFETIME = 10 * SECOND
/** A member counts as online this long after the last input. */
export const ONLINE_AFTER_INPUT = 5 * MINUTE
/** A sign of being online is forgotten after this long unless it is renewed. */
export const ONLINE_LIFETIME = 60 * SECOND
export const PRESENCE_SUBSCRIPTIONS_MAX = 200

export const SOCKETS_PER_MEMBER = 10
/** Sockets of one network that are open and not yet logged in, at one hub. */
export const UNAUTHENTICATED_SOCKETS_MAX = 50
export const SOCKET_FRAME_MAX = 64 * 1024
export const SOCKET_FRAMES_PER_MINUTE = 100
/** A reader with more than this waiting is cut off and loads anew. */
export const SLOW_CONSUMER_PUSHES = 256
export const SLOW_CONSUMER_BYTES = 1024 * 1024

/** Last activity is shown to others in steps of this size, and not at all when it lies further back than the second. */
export const LAST_ACTIVE_STEP = 15 * MINUTE
export const LAST_ACTIVE_VISIBLE_PERIOD = 30 * DAY

/** What the operator sees is measured so often, kept so long, and so many failed jobs of a queue are listed. */
export const OPERATIONS_SAMPLE_INTERVAL = MINUTE
export const OPERATIONS_RETENTION = 30 * DAY
export const FAILED_JOBS_LIST_MAX = 20

/** A rate: so many in each window. With a burst so many more at once, and then evenly as many as the window has. */
export type Rate = { max: number; windowMs: number; burst?: number }

export const RATES = {
  /** The burst is for pages that are loaded again and again, each with the calls of its start. */
  memberCalls: { max: 200, windowMs: MINUTE, burst: 100 },
  /** For calls without a session, by network address. */
  visitorCalls: { max: 200, windowMs: MINUTE },
  /** Of one feed. */
  calendarFetches: { max: 60, windowMs: HOUR },
  /** Of all feeds, by network address: a provider fetches those of many members from few. */
  calendarFetchesPerAddress: { max: 3_000, windowMs: MINUTE },
  searches: { max: 30, windowMs: MINUTE },
  membersSeen: { max: 1_000, windowMs: DAY },
  membersSeenAtFirst: { max: 300, windowMs: DAY },
  /** Members whom feeds and lists name: more than anybody reads in a day, and fewer than copying the community takes. */
  membersShown: { max: 3_000, windowMs: DAY },
  profilesOpened: { max: 300, windowMs: DAY },
  messages: { max: 30, windowMs: MINUTE },
  invites: { max: 20, windowMs: DAY },
  invitesAtFirst: { max: 5, windowMs: DAY },
  /** For verification, of whomever; also those that were taken back. */
  questions: { max: 20, windowMs: DAY },
  confirmations: { max: 50, windowMs: DAY },
  emailChanges: { max: 5, windowMs: DAY },
  /** Also those that somebody else has. */
  newNames: { max: 20, windowMs: DAY },
  groupsMade: { max: 10, windowMs: DAY },
  eventsMade: { max: 20, windowMs: DAY },
  adsMade: { max: 10, windowMs: DAY },
  movieUploads: { max: 20, windowMs: DAY },
  newsComments: { max: 20, windowMs: 10 * MINUTE },
  /** By a browser that has logged in to this account before, which the next two do not count. */
  wrongLoginsPerDevice: { max: 10, windowMs: 15 * MINUTE },
  /** Of all browsers of one account together. */
  wrongLoginsOfKnownDevices: { max: 30, windowMs: 15 * MINUTE },
  /** Of the password that a session has to repeat, for deletion or export; counted apart from logins. */
  wrongPasswordsPerSession: { max: 10, windowMs: 15 * MINUTE },
  /** Of all sessions of one account together. */
  wrongPasswordsOfSessions: { max: 30, windowMs: 15 * MINUTE },
  wrongLoginsPerEmail: { max: 10, windowMs: 15 * MINUTE },
  wrongLoginsPerAddress: { max: 50, windowMs: 15 * MINUTE },
  registrationMails: { max: 5, windowMs: 30 * MINUTE },
  /**
   * Mails that ask a mailbox, known or not, to confirm its address. The window is no longer than such a link lives, so
   * that a stranger who uses up the limit leaves the owner of the mailbox with a link that works.
   */
  confirmationMailsPerMailbox: { max: 5, windowMs: REGISTRATION_LINK_LIFETIME },
  resetMailsPerEmail: { max: 3, windowMs: HOUR },
  resetMailsPerAddress: { max: 10, windowMs: HOUR },
  photoUploads: { max: 30, windowMs: 30 * MINUTE },
  deckUploads: { max: 20, windowMs: 30 * MINUTE },
  exports: { max: 3, windowMs: DAY },
  clientLogs: { max: 30, windowMs: MINUTE },
} as const satisfies Record<string, Rate>

/** A member this new has the lower limits named `...AtFirst`. */
export const NEW_MEMBER_PERIOD = 3 * DAY
