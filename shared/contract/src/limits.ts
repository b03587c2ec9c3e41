/** All limits that the product promises. Lengths are UTF-16 units, sizes bytes, durations milliseconds. */

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
/** A list includes this many comments of each message. A single message comes with all of them, up to COMMENTS_MAX. */
export const COMMENTS_IN_LIST = 20
export const COMMENTS_MAX = 500
export const GROUPS_PER_MEMBER = 200

export const EVENT_TITLE_MAX = 100
export const EVENT_PLACE_MAX = 100
export const EVENT_CAPACITY_MAX = 10_000

export const AD_TITLE_MAX = 100
export const ADS_PER_MEMBER = 10

export const NEWS_TITLE_MAX = 100
/** Responses and pushes that count news contain the ids of this many of the newest. */
export const NEWS_COUNTED_MAX = 100

/** The description of a photo in the feed. */
export const ALT_TEXT_MAX = 300
export const ZOOM_MAX = 100

/** A deck is a spreadsheet. Its unpacked size and the CPU time to parse it are limited in advance. */
export const DECK_BYTES_MAX = 2 * 1024 * 1024
export const DECK_UNPACKED_MAX = 16 * 1024 * 1024
export const DECK_ROWS_MAX = 5_000
export const DECK_COLUMNS_MAX = 20
export const DECK_PARTS_MAX = 200
export const DECK_TIMEOUT = 2 * SECOND
/**
 * The upload request waits this long for the deck to be parsed. A deck that is parsed after DECK_ABANDONED_AFTER is not
 * stored.
 */
export const DECK_WAIT = 8 * SECOND
export const DECK_ABANDONED_AFTER = 30 * SECOND
export const DECK_PROBLEMS_MAX = 50
/** Uploads are deleted after this time, whether they succeeded or not. */
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
/**
 * The timeout of uploads, longer than that of other requests. An upload older than UPLOAD_ABANDONED_AFTER cannot
 * complete any more.
 */
export const UPLOAD_TIMEOUT = 30 * SECOND
/** Concurrent uploads of one member at one gateway. */
export const CONCURRENT_UPLOADS_MAX = 2
/** The total size of all concurrent uploads at one gateway; its temporary space holds 256 MiB. */
export const UPLOADS_BYTES_MAX = 240 * 1024 * 1024
export const UPLOAD_ABANDONED_AFTER = 1 * HOUR
/**
 * Signed URLs of pictures expire within this time. URLs signed within the same half hour are equal, so that browsers
 * cache the picture.
 */
export const MEDIA_LINK_LIFETIME = 1 * HOUR
/** A photo uploaded for a chat is removed after this time if no message contains it. */
export const UNSENT_PHOTO_LIFETIME = 24 * HOUR

export const SEARCH_PAGE_SIZE = 24
export const SEARCH_PAGE_MAX = 50
export const SEARCH_CITIES_MAX = 3
export const SEARCH_AGE_MAX = 120
export const SEARCH_AGE_DEFAULT = { min: 18, max: 99 } as const
export const SEARCH_DAYS_MAX = 365
/** The hits that a search would have without one of its filters are counted up to this number. */
export const SEARCH_HINT_MAX = 100
export const PROFILE_EXCERPT_LENGTH = 50

export const VISITORS_MAX = 100
/** A visitor's count increases at most once in this time. */
export const VISIT_PERIOD = 1 * HOUR
/** This many confirmations give the verified badge; one by the team is enough. */
export const VERIFICATIONS_FOR_BADGE = 3
/** A member whose request for verification was rejected may ask the same member again after this time. */
export const REJECTION_PERIOD = 30 * DAY

export const PAGE_DEFAULT = 50
export const PAGE_MAX = 100
export const NAME_SEARCH_MAX = 24
/** A client whose version is further behind than this reloads everything. */
export const RESYNC_VERSIONS_MAX = 500

export const SESSION_IDLE_LIFETIME = 30 * DAY
export const SESSION_LIFETIME = 180 * DAY
export const SESSIONS_PER_MEMBER = 20
export const REGISTRATION_LINK_LIFETIME = 24 * HOUR
export const PASSWORD_LINK_LIFETIME = 2 * HOUR
export const EMAIL_LINK_LIFETIME = 24 * HOUR
/** The link emailed to the previous address can restore it for this long. */
export const EMAIL_REVERT_PERIOD = 7 * DAY
/** A deleted account can be restored for this long; then it is purged. */
export const DELETION_PERIOD = 30 * DAY
/**
 * An archive of a member's data can be downloaded for this long. Its signed URL, which every status request renews,
 * expires earlier.
 */
export const EXPORT_LIFETIME = 7 * DAY
export const EXPORT_LINK_LIFETIME = 1 * HOUR

/** Participants are reminded this long before an event. */
export const EVENT_REMINDER = 24 * HOUR
/** A calendar feed includes past and canceled events for this long. */
export const CALENDAR_HISTORY = 30 * DAY

/** The timeout of queries whose result a caller waits for, above all searches. */
export const QUERY_TIMEOUT = 2 * SECOND

export const JSON_BODY_MAX = 1024 * 1024
export const CLIENT_LOG_MAX = 4 * 1024

/**
 * The client's timers: the short one polls while no socket is connected, the long one reports that the member is
 * present.
 */
export const FALLBACK_INTERVAL = 15 * SECOND
export const PRESENCE_INTERVAL = 120 * SECOND
export const REQUEST_TIMEOUT = 10 * SECOND
export const RETRY_DELAY_MIN = 1 * SECOND
export const RETRY_DELAY_MAX = 3 * SECOND

/** Typing indicators: the client repeats one at this interval, and the receiver drops it after TYPING_LIFETIME. */
export const TYPING_REFRESH = 4 * SECOND
export const TYPING_PAUSE = 8 * SECOND
export const TYPING_LIFETIME = 10 * SECOND
/** A member counts as online this long after their last input. */
export const ONLINE_AFTER_INPUT = 5 * MINUTE
/** A presence entry expires after this time unless it is renewed. */
export const ONLINE_LIFETIME = 60 * SECOND
export const PRESENCE_SUBSCRIPTIONS_MAX = 200

export const SOCKETS_PER_MEMBER = 10
/** Open but not yet authenticated sockets of one network at one hub. */
export const UNAUTHENTICATED_SOCKETS_MAX = 50
export const SOCKET_FRAME_MAX = 64 * 1024
export const SOCKET_FRAMES_PER_MINUTE = 100
/** A slow consumer with more than this pending is disconnected and has to reload. */
export const SLOW_CONSUMER_PUSHES = 256
export const SLOW_CONSUMER_BYTES = 1024 * 1024

/**
 * Other members see the last activity in steps of this size, and not at all when it is older than
 * LAST_ACTIVE_VISIBLE_PERIOD.
 */
export const LAST_ACTIVE_STEP = 15 * MINUTE
export const LAST_ACTIVE_VISIBLE_PERIOD = 30 * DAY

/**
 * The operator's metrics are sampled at this interval and kept for this long. FAILED_JOBS_LIST_MAX failed jobs are
 * listed per queue.
 */
export const OPERATIONS_SAMPLE_INTERVAL = MINUTE
export const OPERATIONS_RETENTION = 30 * DAY
export const FAILED_JOBS_LIST_MAX = 20

/**
 * A rate limit of `max` requests per window. With a `burst`, up to `max` + `burst` pass at once, then `max` per
 * window, evenly spaced.
 */
export type Rate = { max: number; windowMs: number; burst?: number }

export const RATES = {
  /** The burst allows repeated page loads, each of which sends all requests of a start. */
  memberRequests: { max: 200, windowMs: MINUTE, burst: 100 },
  /** For requests without a session, by network address. */
  visitorRequests: { max: 200, windowMs: MINUTE },
  /** For one feed. */
  calendarFetches: { max: 60, windowMs: HOUR },
  /** For all feeds, by network address: a calendar provider fetches the feeds of many members from few addresses. */
  calendarFetchesPerAddress: { max: 3_000, windowMs: MINUTE },
  searches: { max: 30, windowMs: MINUTE },
  membersSeen: { max: 1_000, windowMs: DAY },
  membersSeenAtFirst: { max: 300, windowMs: DAY },
  /**
   * Distinct members shown in feeds and lists: more than a member reads in a day, and fewer than scraping the community
   * takes.
   */
  membersShown: { max: 3_000, windowMs: DAY },
  profilesOpened: { max: 300, windowMs: DAY },
  messages: { max: 30, windowMs: MINUTE },
  invites: { max: 20, windowMs: DAY },
  invitesAtFirst: { max: 5, windowMs: DAY },
  /** Requests for verification to any member, withdrawn ones included. */
  questions: { max: 20, windowMs: DAY },
  confirmations: { max: 50, windowMs: DAY },
  emailChanges: { max: 5, windowMs: DAY },
  /** Attempts to take a name that is already in use count, too. */
  newNames: { max: 20, windowMs: DAY },
  groupsMade: { max: 10, windowMs: DAY },
  eventsMade: { max: 20, windowMs: DAY },
  adsMade: { max: 10, windowMs: DAY },
  movieUploads: { max: 20, windowMs: DAY },
  newsComments: { max: 20, windowMs: 10 * MINUTE },
  /** For a browser that has logged in to this account before; the limits by email and address do not count it. */
  wrongLoginsPerDevice: { max: 10, windowMs: 15 * MINUTE },
  /** For all known browsers of one account together. */
  wrongLoginsOfKnownDevices: { max: 30, windowMs: 15 * MINUTE },
  /** For the password that a session has to confirm for a deletion or an export; counted apart from logins. */
  wrongPasswordsPerSession: { max: 10, windowMs: 15 * MINUTE },
  /** For all sessions of one account together. */
  wrongPasswordsOfSessions: { max: 30, windowMs: 15 * MINUTE },
  wrongLoginsPerEmail: { max: 10, windowMs: 15 * MINUTE },
  wrongLoginsPerAddress: { max: 50, windowMs: 15 * MINUTE },
  registrationMails: { max: 5, windowMs: 30 * MINUTE },
  /**
   * Confirmation emails to a mailbox, whether it belongs to an account or not. The window is no longer than the
   * lifetime of such a link, so that a stranger who uses up the limit leaves the owner of the mailbox with a working
   * link.
   */
  confirmationMailsPerMailbox: { max: 5, windowMs: REGISTRATION_LINK_LIFETIME },
  resetMailsPerEmail: { max: 3, windowMs: HOUR },
  resetMailsPerAddress: { max: 10, windowMs: HOUR },
  photoUploads: { max: 30, windowMs: 30 * MINUTE },
  deckUploads: { max: 20, windowMs: 30 * MINUTE },
  exports: { max: 3, windowMs: DAY },
  clientLogs: { max: 30, windowMs: MINUTE },
} as const satisfies Record<string, Rate>

/** A member whose account is younger than this has the lower limits named `...AtFirst`. */
export const NEW_MEMBER_PERIOD = 3 * DAY
