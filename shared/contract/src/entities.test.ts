import { expect, test } from 'vitest'
import * as ads from './ads.ts'
import * as chats from './chats.ts'
import * as events from './events.ts'
import * as games from './games.ts'
import * as groups from './groups.ts'
import * as members from './members/members.ts'
import { ProfileType } from './members/profile-types.ts'
import * as profiles from './members/profiles.ts'
import * as verifications from './members/verifications.ts'
import * as movie from './movie.ts'
import * as news from './news.ts'
import * as photos from './photos.ts'

type Shape = { shape: Record<string, unknown> }

/** The specified fields; schemas may have more. */
const ENTITIES: Record<string, [Shape, string]> = {
  Session: [members.Session, 'sessionId userName memberLevel couple language'],
  Profile: [
    members.Profile,
    'userName registered lastActive person1 person2 description profilePhotoUrl cities profileNotes lookingFor language badges',
  ],
  Person: [
    members.Person,
    'sex yearOfBirth height weight body eyeColor orientation smoking drinking ethnicity breastSize penisSize shavedStyle',
  ],
  Photo: [photos.Photo, 'url album ordinal rotation height width verified'],
  'Mail preferences': [members.MailPreferences, 'wantsEventMail wantsChatMail wantsNewsMail'],
  'Search filter': [profiles.SearchFilter, 'couples person1Selection person2Selection cities page'],
  'Person selection': [profiles.PersonSelection, 'sex orientations minAge maxAge'],
  'Search hit': [profiles.SearchHit, 'userName persons cities title text lastActive profilePhotoUrl hasAd'],
  'Person in a list': [profiles.PersonInList, 'sex yearOfBirth orientation'],
  'Chat summary': [
    chats.ChatSummary,
    'chatId creatorName creatorSexYearOrientation profilePhotoUrl invited newMessages lastUpdate lastMessage lastMessageSender theyAreIgnoring iAmIgnoring badges',
  ],
  'Chat summary, invited': [chats.ChatSummary.shape.invited, 'name lastRead'],
  'Chat message': [chats.ChatMessage, 'id senderName sendTime message photoUrl verified'],
  'Chat invite status': [chats.ChatStatus, 'status chatId'],
  Group: [groups.Group, 'groupId groupName description creatorName newMessages lastUpdate memberCount'],
  'Group message': [
    groups.GroupMessage,
    'id userName profilePhotoUrl message sendTime photoUrl lastUpdate comments eventMinimalInfo',
  ],
  'Group comment': [groups.GroupComment, 'id userName profilePhotoUrl message sendTime photoUrl'],
  'Group member': [groups.GroupMember, 'userName profilePhotoUrl admin'],
  Event: [
    events.Event,
    'id title description place eventTime paidEvent groupId groupName authorUserName groupMessageId sessionResponse',
  ],
  'Event access': [events.EventAccess, 'tag value'],
  'Event participant': [events.EventParticipant, 'userName persons cities text profilePhotoUrl response'],
  Ad: [
    ads.Ad,
    'id title content published userName profilePhotoUrl cities profileType p1Year p1Orientation p2Year p2Orientation',
  ],
  'Ad filter': [ads.AdFilter, 'showCouples showSingleMen showSingleWomen showSingleNonBinary'],
  'Movie entry': [
    movie.MovieEntry,
    'id userName profilePhotoUrl image message likes iLike published cities profileType p1Year p2Year',
  ],
  'News item': [news.NewsItem, 'id title content published kisses commentCount author'],
  Visitor: [
    profiles.Visitor,
    'userName profilePhotoUrl description person1 person2 hasNotes kisses visitCount lastVisit',
  ],
  Verification: [verifications.Verification, 'verifiedBy verifierVerifications verificationTime'],
  'Truth-or-dare card': [games.TruthOrDareCard, 'cardType text audiences spiciness'],
  'Truth-or-dare participant': [games.Participant, 'name sex doWith'],
  'Truth-or-dare setting': [games.GameSettings, 'spiciness audience truthDareRatio'],
}

test.each(Object.entries(ENTITIES))(
  '%s has the specified fields',
  { tags: 'contract.entity-fields' },
  (_, [{ shape }, fields]) => {
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(' ')))
  },
)

const ENUMERATIONS: Record<string, [{ options: readonly string[] }, string]> = {
  memberLevel: [members.MemberLevel, 'ADMIN BASIC'],
  language: [members.MemberLanguage, 'ENGLISH SWEDISH'],
  sex: [members.Sex, 'MALE NON_BINARY FEMALE SECRET'],
  body: [members.Body, 'STRONG SMALL SLENDER MEDIUM LARGE SECRET'],
  eyeColor: [members.EyeColor, 'BLUE GREEN GREY BROWN OTHER SECRET'],
  orientation: [members.Orientation, 'HETERO BI BI_CURIOUS HOMO SECRET'],
  'smoking and drinking': [members.Habit, 'YES SOMETIMES NEVER SECRET'],
  ethnicity: [members.Ethnicity, 'AFRICAN ARABIAN ASIAN EUROPEAN LATIN MULTI_ETHNIC OTHER SECRET'],
  breastSize: [members.BreastSize, 'A B C D E F G S'],
  penisSize: [members.PenisSize, 'SMALL NORMAL LARGE XLARGE SECRET'],
  shavedStyle: [members.ShavedStyle, 'NO_SHAVE HALF BIKINI TASSEL FULL PORN SECRET'],
  lookingFor: [members.LookingFor, 'MIXED_COUPLES MALES FEMALES NON_BINARY FEMALE_COUPLES MALE_COUPLES'],
  badges: [members.Badge, 'VERIFIED'],
  album: [photos.Album, 'PUBLIC PRIVATE VERIFIED'],
  'invite status': [
    chats.InviteStatus,
    'MAY_INVITE INVITED ALREADY_CHAT PLEASE_ACCEPT IGNORING IGNORED ADMIN_CHAT NOT_ACCEPTING',
  ],
  'event response': [events.EventResponse, 'YES MAYBE NO_ANSWER'],
  'event access': [events.EventAccess.shape.tag, 'PUBLIC MEMBER OPEN_GROUP NO_ACCESS'],
  profileType: [
    ProfileType,
    'MIXED_COUPLE MALE_COUPLE FEMALE_COUPLE NON_BINARY_COUPLE SINGLE_MALE SINGLE_FEMALE SINGLE_NON_BINARY SECRET',
  ],
  'card audiences': [games.CardAudience, 'MIXED MALE FEMALE'],
  cardType: [games.CardType, 'TRUTH DARE'],
  spiciness: [games.Spiciness, 'GREEN YELLOW RED EXTREME'],
  doWith: [games.DoWith, 'DO_WITH_MALE DO_WITH_FEMALE DO_WITH_BOTH'],
  'sex of participants': [games.Participant.shape.sex, 'MALE FEMALE NON_BINARY'],
  'game audience': [games.GameAudience, 'MIXEDAUDIENCE MALEAUDIENCE FEMALEAUDIENCE'],
}

test.each(Object.entries(ENUMERATIONS))(
  '%s has exactly these values',
  { tags: 'contract.entity-values' },
  (_, [{ options }, values]) => {
    expect([...options].sort()).toEqual(values.split(' ').sort())
  },
)
