/** All limits that the product specifies. Lengths of texts count UTF-16 units. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const PROFILE_NAME_MAX = 30
export const TEXT_AREA_MAX = 1_000
export const CITIES_MAX = 5

export const GROUP_NAME_MIN = 3
export const GROUP_NAME_MAX = 30
export const GROUP_PREVIEW_LENGTH = 70
/** A list includes this many comments on each post; a single post comes with up to COMMENTS_MAX. */
export const COMMENTS_IN_LIST = 20
export const COMMENTS_MAX = 500
export const GROUPS_PER_MEMBER = 200

export const EVENT_TITLE_MAX = 100
export const EVENT_PLACE_MAX = 100
export const EVENT_CAPACITY_MAX = 10_000

export const AD_TITLE_MAX = 100
export const ADS_PER_MEMBER = 10

export const NEWS_TITLE_MAX = 100
/** Responses and pushes with the number of new news items list the ids of the newest ones, up to this number. */
export const NEWS_COUNTED_MAX = 100

/** The description of a photo in the feed. */
export const ALT_TEXT_MAX = 300
export const ZOOM_MAX = 100

/** A deck is a spreadsheet. Its unpacked size and the CPU time to parse it are limited in advance. */
export const DECK_BYTES_MAX = 2 * 1024 * 1024
export const DECK_UNPACKED_BYTES_MAX = 16 * 1024 * 1024
export const DECK_ROWS_MAX = 5_000
export const DECK_COLUMNS_MAX = 20
/** The maximum number of files in a spreadsheet, which is a ZIP archive. */
export const DECK_PARTS_MAX = 200
export const DECK_TIMEOUT_MS = 2 * SECOND_MS
/**
 * The upload request waits this long for the deck to be parsed. A deck that was uploaded more than
 * DECK_ABANDONED_AFTER_MS ago is not stored.
 */
export const DECK_WAIT_MS = 8 * SECOND_MS
export const DECK_ABANDONED_AFTER_MS = 30 * SECOND_MS
export const DECK_PROBLEMS_MAX = 50
/** Uploads are deleted after this time, whether they succeeded or not. */
export const DECK_UPLOAD_LIFETIME_MS = 1 * HOUR_MS
export const CARD_TEXT_MAX = 500
export const PARTICIPANT_NAME_MAX = 30
export const GAME_STATE_BYTES_MAX = 64 * 1024
export const GAME_STATE_DEPTH_MAX = 32

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

export const PHOTO_BYTES_MAX = 15 * 1024 * 1024
export const PHOTO_PIXELS_MAX = 50_000_000
export const PHOTOS_PER_MEMBER = 100
export const PHOTO_JOB_TIMEOUT_MS = 10 * SECOND_MS
/** The timeout of upload requests, longer than that of other requests. */
export const UPLOAD_TIMEOUT_MS = 30 * SECOND_MS
/** Concurrent uploads of one member at one gateway. */
export const CONCURRENT_UPLOADS_MAX = 2
/**
 * The total size of all concurrent uploads at one gateway; compose and the chart give it 256 MiB of temporary space.
 */
export const UPLOADS_BYTES_MAX = 240 * 1024 * 1024
/** An upload older than this can no longer complete, and is cleaned up. */
export const UPLOAD_ABANDONED_AFTER_MS = 1 * HOUR_MS
/**
 * Signed URLs of pictures expire within this time. URLs signed within the same half hour are equal, so that browsers can
 * use their cached copy.
 */
export const MEDIA_LINK_LIFETIME_MS = 1 * HOUR_MS
/** A photo uploaded for a chat or a group is removed after this time if no message contains it. */
export const UNSENT_PHOTO_LIFETIME_MS = 24 * HOUR_MS

export const SEARCH_PAGE_SIZE = 24
export const SEARCH_PAGE_MAX = 50
export const SEARCH_CITIES_MAX = 3
export const SAVED_SEARCHES_PER_MEMBER = 5
export const SAVED_SEARCH_NAME_MAX = 40
/** New members of a saved search are counted up to this number. */
export const NEW_MATCHES_MAX = 100
export const SEARCH_AGE_MAX = 120
export const SEARCH_AGE_DEFAULT = { min: 18, max: 99 } as const
export const SEARCH_DAYS_MAX = 365
/** A hint counts the hits that a search would have without one of its filters, up to this number. */
export const SEARCH_HINT_MAX = 100
/** A search counts its hits up to this number. */
export const SEARCH_COUNT_MAX = 1_000
export const PROFILE_EXCERPT_LENGTH = 50

/** The number of members that a newcomer sees per day as suggestions. */
export const SUGGESTIONS_PER_DAY = 4
/** The maximum length of the excerpt from a suggested member's presentation. */
export const SUGGESTION_WORDS_LENGTH = 200
/** A member who was inactive for this long sees a card about what happened in the meantime. */
export const AWAY_MIN_MS = 3 * DAY_MS
/** The card about the meantime is shown until this long after the return. */
export const AWAY_SHOWN_MS = 1 * DAY_MS
/** New members who match the preferences of the member are counted up to this number. */
export const AWAY_NEW_MEMBERS_MAX = 100
/** The number of groups or events near a member's cities that are listed before the others. */
export const NEARBY_MAX = 10

export const VISITORS_MAX = 100
/** A visitor's count increases at most once in this time. */
export const VISIT_PERIOD_MS = 1 * HOUR_MS
/** This many confirmations give the verified badge; one by the team is enough. */
export const VERIFICATIONS_FOR_BADGE = 3
/** A member whose request for verification was rejected may ask the same member again after this time. */
export const REJECTION_PERIOD_MS = 30 * DAY_MS

/** Members can edit their own chat messages and comments for this long; posts of groups always. */
export const EDIT_PERIOD_MS = 15 * MINUTE_MS
/** The maximum length of the beginning of a message that a reply quotes. */
export const QUOTE_LENGTH = 80

/** The form of a database id as text: a positive integer below 10^18, which fits into a bigint. */
export const ID_PATTERN = /^[1-9]\d{0,17}$/
export const PAGE_DEFAULT = 50
export const PAGE_MAX = 100
export const NAME_SEARCH_MAX = 24
/** The total length of the words of a search in messages. */
export const MESSAGE_SEARCH_LENGTH = { min: 2, max: 100 } as const
export const MESSAGE_SEARCH_WORDS_MAX = 10
/** The first request of a search covers this many of the member's newest messages, so that most searches are quick. */
export const MESSAGE_SEARCH_FIRST_PORTION = 4_000
/** Each further request covers this many messages before them. */
export const MESSAGE_SEARCH_PORTION = 20_000
export const MESSAGE_HITS_MAX = 50
export const MESSAGE_EXCERPT_LENGTH = 120
/** A client whose version is further behind than this reloads everything. */
export const RESYNC_VERSIONS_MAX = 500

export const SESSION_IDLE_LIFETIME_MS = 30 * DAY_MS
export const SESSION_LIFETIME_MS = 180 * DAY_MS
export const SESSIONS_PER_MEMBER = 20
export const PASSKEYS_PER_MEMBER = 10
/** The number of a member's devices that can show notifications. */
export const DEVICES_PER_MEMBER = 10
/** A passkey has to answer its challenge within this time. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS
/** A session that began with a passkey or a recovery code needs no password for this long. */
export const PASSKEY_FRESH_MS = 5 * MINUTE_MS
export const RECOVERY_CODES = 10
/** A browser counts as known to an account for this long after its last login. */
export const KNOWN_DEVICE_LIFETIME_MS = 400 * DAY_MS
/** The link in an email about a login from a new browser, or about a changed way to log in, works for this long. */
export const NEW_DEVICE_LINK_LIFETIME_MS = 7 * DAY_MS
/**
 * The link in an email about logins, and the one that undoes a change of the email address, delete credentials that were
 * added within this time: the lifetime of such a link, and a day before.
 */
export const RECENT_CREDENTIALS_MS = NEW_DEVICE_LINK_LIFETIME_MS + DAY_MS
/** A new password of a member who logs in only with passkeys takes effect after this time, unless it is canceled. */
export const PASSWORD_WAIT_MS = 72 * HOUR_MS
export const REGISTRATION_LINK_LIFETIME_MS = 24 * HOUR_MS
export const PASSWORD_LINK_LIFETIME_MS = 2 * HOUR_MS
export const EMAIL_LINK_LIFETIME_MS = 24 * HOUR_MS
/** The link emailed to the previous address can restore it for this long. */
export const EMAIL_REVERT_PERIOD_MS = 7 * DAY_MS
/** A deleted account can be restored for this long; then it is purged. */
export const DELETION_PERIOD_MS = 30 * DAY_MS
/** An archive of a member's data can be downloaded for this long. */
export const EXPORT_LIFETIME_MS = 7 * DAY_MS
/** The signed URL of an archive expires after this time; every request for the archive's status renews it. */
export const EXPORT_LINK_LIFETIME_MS = 1 * HOUR_MS

/** The evidence of a report on a chat message contains this many messages before and after it. */
export const EVIDENCE_AROUND = 10
/** The number of the chat's newest messages that the evidence also contains if the reporter includes them. */
export const EVIDENCE_WIDE = 100
/**
 * The number of comments in the evidence of a report on a post, of other comments in that of a report on a comment, and
 * of posts in that of a report on a group.
 */
export const EVIDENCE_COMMENTS = 20
/** Deleted and edited words, and deleted photos of conversations, can be reported for this long. */
export const EARLIER_WORDS_PERIOD_MS = 14 * DAY_MS
/** A chat that vanished from a member's lists can be reported for this long. */
export const PAST_CONTACT_PERIOD_MS = 30 * DAY_MS
/** The maximum length of the list of chats that vanished. */
export const PAST_CONTACTS_MAX = 100
/** Evidence is deleted this many months after the report, or after the last decision about it. */
export const EVIDENCE_RETENTION_MONTHS = 6
/** Cases are kept with their reports and decisions for this many months after their evidence. */
export const CODES_RETENTION_MONTHS = 24
/** The reporter can object to a decision for this many months. */
export const OBJECTION_MONTHS = 6
export const APPEAL_WORDS_MAX = 2_000
/** A member can appeal a decision for this many months. For as long, its content can be restored. */
export const APPEAL_MONTHS = 6
/** A warning counts for this many months. */
export const WARNING_MONTHS = 24
/** The link in the email about a decision shows the statement this long after the time for an appeal. */
export const STATEMENT_LINK_GRACE_MS = 30 * DAY_MS
/** The team aims to answer an appeal within this time. */
export const APPEAL_AIM_MS = 7 * DAY_MS
/** A team of one may answer the appeal of its own decision after this time. */
export const TEAM_OF_ONE_WAIT_MS = 24 * HOUR_MS
/** A ban is undone unless a second admin confirms it within this time. */
export const BAN_CONFIRMATION_MS = 72 * HOUR_MS
/**
 * Content that two trusted members who do not know each other reported as critical is hidden for at most this long
 * before an admin decides.
 */
export const PROVISIONAL_HIDING_MS = 48 * HOUR_MS
/**
 * A member with a photo or badge is trusted after this time, with this many chats in which both wrote this many
 * messages.
 */
export const TRUST_AGE_MS = 30 * DAY_MS
export const TRUST_CHATS_MIN = 5
export const TRUST_MESSAGES_MIN = 10
/** A member is not trusted for this long after a measure, and after a report in bad faith. */
export const DISTRUST_PERIOD_MS = 90 * DAY_MS
/** Banned addresses and pictures are recognized for this many months. */
export const BAR_MONTHS = 36
/** After this many reports in bad faith within ABUSIVE_PERIOD_MS, further reports of the same member are deferred. */
export const ABUSIVE_REPORTS_MAX = 3
export const ABUSIVE_PERIOD_MS = 90 * DAY_MS
/** The maximum length of a member's list of own reports. */
export const OWN_REPORTS_MAX = 200

/** A claim of a case expires this long after the last request of its admin about the case. */
export const CLAIM_MS = 30 * MINUTE_MS
/** A case is open again if the reporter has not answered a question after this time. */
export const QUESTION_PERIOD_MS = 72 * HOUR_MS
/** An admin can open evidence and its files this often. */
export const EVIDENCE_VIEWS_PER_HOUR = 60
export const EVIDENCE_VIEWS_PER_DAY = 300
/** The counts of the queue stop at this number. */
export const CASE_COUNT_MAX = 1_000
/** The team sees decisions about a member, and outcomes of a reporter's reports, from this many months. */
export const CASE_HISTORY_MONTHS = 24
/** The transparency report hides numbers above zero and below this. */
export const FIGURES_MIN = 5

/** Participants are reminded this long before an event. */
export const EVENT_REMINDER_LEAD_MS = 24 * HOUR_MS
/** A calendar feed includes past and canceled events for this long. */
export const CALENDAR_HISTORY_MS = 30 * DAY_MS

/** The timeout of a gateway's database queries, since a caller waits for their results. */
export const QUERY_TIMEOUT_MS = 2 * SECOND_MS

export const JSON_BODY_BYTES_MAX = 1024 * 1024
export const CLIENT_LOG_BYTES_MAX = 4 * 1024

/** The client polls at this interval while no socket is connected. */
export const FALLBACK_INTERVAL_MS = 15 * SECOND_MS
/** While its page is visible, the client reports the member as active at this interval. */
export const PRESENCE_INTERVAL_MS = 120 * SECOND_MS
export const REQUEST_TIMEOUT_MS = 10 * SECOND_MS
export const RETRY_DELAY_MIN_MS = 1 * SECOND_MS
export const RETRY_DELAY_MAX_MS = 3 * SECOND_MS

/** While the member types, the client repeats its typing indicator at this interval. */
export const TYPING_REFRESH_MS = 4 * SECOND_MS
/** The client ends its typing indicator after this time without input. */
export const TYPING_PAUSE_MS = 8 * SECOND_MS
/** A recipient drops a typing indicator that is not repeated within this time. */
export const TYPING_LIFETIME_MS = 10 * SECOND_MS
/** A member counts as online this long after their last input. */
export const ONLINE_AFTER_INPUT_MS = 5 * MINUTE_MS
/** A member whose hub has died, or whose connection is down, stops counting as online within this time. */
export const ONLINE_LIFETIME_MS = 60 * SECOND_MS
export const PRESENCE_SUBSCRIPTIONS_MAX = 200

export const SOCKETS_PER_MEMBER = 10
/** Open but not yet authenticated sockets of one network at one hub. */
export const UNAUTHENTICATED_SOCKETS_MAX = 50
export const SOCKET_FRAME_BYTES_MAX = 64 * 1024
export const SOCKET_FRAMES_PER_MINUTE = 100
/** The hub disconnects a socket with more pushes or bytes pending than this; the client then reloads. */
export const SLOW_CONSUMER_PUSHES = 256
export const SLOW_CONSUMER_BYTES = 1024 * 1024

/**
 * Other members see the last activity in steps of this size, and not at all when it is older than
 * LAST_ACTIVE_VISIBLE_PERIOD_MS.
 */
export const LAST_ACTIVE_STEP_MS = 15 * MINUTE_MS
export const LAST_ACTIVE_VISIBLE_PERIOD_MS = 30 * DAY_MS

/** A worker samples the operator's metrics at this interval. */
export const OPERATIONS_SAMPLE_INTERVAL_MS = MINUTE_MS
/** Samples of the operator's metrics are deleted after this time. */
export const OPERATIONS_RETENTION_MS = 30 * DAY_MS
/** The operator's list of failed jobs contains this many of each queue. */
export const FAILED_JOBS_LIST_MAX = 20

/**
 * A rate limit of `max` requests per window. With a `burst`, it is a token bucket: up to `max` + `burst` pass at once,
 * then `max` per window, evenly spaced.
 */
export type Rate = { max: number; windowMs: number; burst?: number }

/** The number of unanswered invites to chats that a member can have at the same time, by the trust in the member. */
export const UNANSWERED_INVITES_MAX = { NEW: 10, KNOWN: 30, TRUSTED: 60 } as const
/** One request answers at most this many invites. */
export const INVITE_ANSWERS_MAX = 50
/** An invite that a contact rule put aside disappears from the recipient's lists after this time. */
export const FILTERED_INVITE_PERIOD_MS = 30 * DAY_MS

/** The number of members that one member can block. */
export const BLOCKS_MAX = 1_000
/** If a block is ended within this time, the other member also gets the chat back. */
export const BLOCK_REVERSIBLE_MS = 30 * DAY_MS
/** After the purge of a blocked member, a registration with the same address is blocked again for this time. */
export const BLOCK_ECHO_PERIOD_MS = 2 * 365 * DAY_MS
/** The name of a purged member cannot be taken for this time, since 'name taken' would reveal a block. */
export const RETIRED_NAME_PERIOD_MS = 2 * 365 * DAY_MS

export const RATES = {
  /** The burst allows repeated page loads, each of which sends all requests of a start. */
  memberRequests: { max: 200, windowMs: MINUTE_MS, burst: 100 },
  /** For requests without a session, by IP address. */
  visitorRequests: { max: 200, windowMs: MINUTE_MS },
  /** For one feed. */
  calendarFetches: { max: 60, windowMs: HOUR_MS },
  /** For all feeds, by IP address: a calendar provider fetches the feeds of many members from few addresses. */
  calendarFetchesPerNetwork: { max: 3_000, windowMs: MINUTE_MS },
  searches: { max: 30, windowMs: MINUTE_MS },
  /** The filter requests a count after each pause in its changes. */
  searchCounts: { max: 60, windowMs: MINUTE_MS },
  messageSearches: { max: 40, windowMs: MINUTE_MS },
  /** Distinct members named by searches, suggestions, profiles, and lists such as visitors and participants. */
  membersLookedUp: { max: 1_000, windowMs: DAY_MS },
  membersLookedUpAtFirst: { max: 300, windowMs: DAY_MS },
  /**
   * Distinct members shown in feeds, groups and their conversations: more than a member reads in a day, and fewer than
   * scraping the community requires.
   */
  membersShown: { max: 3_000, windowMs: DAY_MS },
  profilesOpened: { max: 300, windowMs: DAY_MS },
  messages: { max: 30, windowMs: MINUTE_MS },
  reactions: { max: 60, windowMs: MINUTE_MS },
  /** Invites to chats and groups, by the trust in the member. */
  invitesOfNew: { max: 5, windowMs: DAY_MS },
  invitesOfKnown: { max: 20, windowMs: DAY_MS },
  invitesOfTrusted: { max: 40, windowMs: DAY_MS },
  blocks: { max: 50, windowMs: DAY_MS },
  /** Invites to chats with the same words. */
  sameInvites: { max: 5, windowMs: DAY_MS },
  /** Requests for verification to any member, withdrawn ones included. */
  verificationRequests: { max: 20, windowMs: DAY_MS },
  confirmations: { max: 50, windowMs: DAY_MS },
  emailChanges: { max: 5, windowMs: DAY_MS },
  /** Attempts to take a name that is already in use count, too. */
  newNames: { max: 20, windowMs: DAY_MS },
  groupsMade: { max: 10, windowMs: DAY_MS },
  eventsMade: { max: 20, windowMs: DAY_MS },
  adsMade: { max: 10, windowMs: DAY_MS },
  movieUploads: { max: 20, windowMs: DAY_MS },
  newsComments: { max: 20, windowMs: 10 * MINUTE_MS },
  /**
   * For a browser that has logged in to this account before; the limits by email and IP address do not count its
   * attempts.
   */
  wrongLoginsPerKnownBrowser: { max: 10, windowMs: 15 * MINUTE_MS },
  /** For all known browsers of one account together. */
  wrongLoginsOfKnownBrowsers: { max: 30, windowMs: 15 * MINUTE_MS },
  /**
   * For the password that a session has to repeat, such as for a deletion or an export; counted separately from logins.
   */
  wrongPasswordsPerSession: { max: 10, windowMs: 15 * MINUTE_MS },
  /** For all sessions of one account together. */
  wrongPasswordsOfSessions: { max: 30, windowMs: 15 * MINUTE_MS },
  wrongLoginsPerEmail: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Age checks that a member begins or finishes. */
  ageChecks: { max: 20, windowMs: HOUR_MS },
  wrongLoginsPerNetwork: { max: 50, windowMs: 15 * MINUTE_MS },
  /** Each visit of the login page requests one. */
  passkeyOptionsPerNetwork: { max: 300, windowMs: 15 * MINUTE_MS },
  /** Notices of illegal content, by IP address and by the email address that they give. */
  noticesPerNetwork: { max: 5, windowMs: DAY_MS },
  noticesPerEmail: { max: 3, windowMs: DAY_MS },
  registrationMails: { max: 5, windowMs: 30 * MINUTE_MS },
  /**
   * Registration emails to a mailbox under an address without a tag, whether it belongs to an account or not. The
   * window is no longer than the lifetime of such a link, so that a stranger who uses up the limit leaves the owner of
   * the mailbox with a working link.
   */
  registrationMailsPerMailbox: { max: 3, windowMs: REGISTRATION_LINK_LIFETIME_MS },
  /**
   * Registration emails to all subaddresses of a mailbox together. Counted separately, since links for `name+tag@host`
   * are of no use to an owner who registers as `name@host`.
   */
  registrationMailsToSubaddresses: { max: 2, windowMs: REGISTRATION_LINK_LIFETIME_MS },
  /**
   * Emails to a mailbox that confirm a change of email address. More than one member may request, so that no member
   * can use up the limit against the owner of the mailbox.
   */
  emailChangeMailsPerMailbox: { max: 10, windowMs: DAY_MS },
  resetMailsPerEmail: { max: 3, windowMs: HOUR_MS },
  resetMailsPerNetwork: { max: 10, windowMs: HOUR_MS },
  photoUploads: { max: 30, windowMs: 30 * MINUTE_MS },
  deckUploads: { max: 20, windowMs: 30 * MINUTE_MS },
  exports: { max: 3, windowMs: DAY_MS },
  reports: { max: 20, windowMs: DAY_MS },
  appeals: { max: 10, windowMs: DAY_MS },
  statementsPerNetwork: { max: 60, windowMs: HOUR_MS },
  reportBursts: { max: 5, windowMs: 10 * MINUTE_MS },
  clientLogs: { max: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>

/** A member whose account is younger than this has the trust NEW, and the lower limits named `...AtFirst`. */
export const NEW_MEMBER_PERIOD_MS = 3 * DAY_MS
