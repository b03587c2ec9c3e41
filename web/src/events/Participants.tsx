import type { Event, EventParticipant } from '@app/contract/events'
import { useEffect, useState } from 'react'
import { isApiError } from '../lib/http/api-error.ts'
import { notStarted } from '../lib/http/loadable.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { shapeOf, usePersons } from '../ui/facts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { MemberMenu } from '../ui/overlays/MemberMenu.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import styles from './detail.module.css'
import { loadMoreParticipants, loadParticipants, useEvents } from './store.ts'
import { eventsTexts } from './texts.ts'

/** The number of participants shown before the member expands the list. */
const SHOWN_AT_FIRST = 6

function Participant({ participant }: { participant: EventParticipant }) {
  const t = useTexts(eventsTexts)
  const formatPersons = usePersons()
  const { userName, persons, profilePhotoUrl, badges, mine } = participant
  const content = (
    <>
      <Avatar name={userName} shape={shapeOf(persons)} photoUrl={profilePhotoUrl} size={40} />
      <span className={styles.memberText}>
        <span className={styles.name}>
          {userName} {badges.includes('VERIFIED') && <VerifiedMark />}
        </span>
        <span className={styles.facts}>{mine ? t('you') : formatPersons(persons)}</span>
      </span>
    </>
  )
  return (
    <li className={styles.participantRow} data-member={userName}>
      <ProfileLink name={userName} className={styles.participant}>
        {content}
      </ProfileLink>
      <MemberMenu name={userName} />
    </li>
  )
}

type ParticipantGroupProps = {
  title: string
  tone: string
  count: number
  participants: readonly EventParticipant[]
  /** Loads more participants of the group; null if all are loaded. */
  loadMore: (() => Promise<void>) | null
}

function ParticipantGroup({ title, tone, count, participants, loadMore }: ParticipantGroupProps) {
  const t = useTexts(eventsTexts)
  const [isExpanded, setIsExpanded] = useState(false)
  if (count === 0) return null
  const shownParticipants = isExpanded ? participants : participants.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={styles.section}>
      <div className={styles.sectionHeader}>
        <h3>{title}</h3>
        <span className={styles.count} data-tone={tone}>
          {count}
        </span>
        {participants.length > SHOWN_AT_FIRST && (
          <button
            type="button"
            className="text-link"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? t('showFewer') : t('showAll')}
          </button>
        )}
      </div>
      <ul className={styles.participants}>
        {shownParticipants.map((participant) => (
          <Participant key={participant.userName} participant={participant} />
        ))}
      </ul>
      {loadMore && shownParticipants.length === participants.length && participants.length < count && (
        <ShowMore
          label={t('more')}
          load={() => {
            setIsExpanded(true)
            return loadMore()
          }}
        />
      )}
    </section>
  )
}

/** Shows the numbers of coming and interested members without their names, which this member may not see. */
function HiddenParticipants({ event: { coming, interested, participantsShownTo } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  return (
    <>
      <ParticipantGroup title={t('coming')} tone="yes" count={coming} participants={[]} loadMore={null} />
      <ParticipantGroup
        title={t('interestedMembers')}
        tone="maybe"
        count={interested}
        participants={[]}
        loadMore={null}
      />
      <p className={styles.note}>{t(participantsShownTo === 'HOST' ? 'hiddenForAll' : 'hiddenForOthers')}</p>
    </>
  )
}

/**
 * Lists the participants, the interested members, and the queue, in which only the host sees other members. Shows only
 * counts if the names are hidden from the member.
 */
export function Participants({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const { id, coming, interested, waiting } = event
  const participants = useEvents((state) => state.participants.get(id) ?? notStarted)
  useEffect(() => {
    void loadParticipants(id)
    return onBrokenUrls(() => void loadParticipants(id))
  }, [id])
  if (coming + interested + waiting === 0) return <p className={styles.note}>{t('noResponses')}</p>
  if (participants.state === 'failed' && isApiError(participants.error, 'FORBIDDEN'))
    return <HiddenParticipants event={event} />
  if (participants.state === 'failed' && !participants.data)
    return <Failed error={participants.error} retry={() => void loadParticipants(id)} />
  if (!participants.data) {
    return (
      <Loading text={t('participantsLoading')}>
        <div className={styles.participants}>
          {[1, 2, 3, 4].map((number) => (
            <span key={number} className={styles.participant}>
              <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
              <Skeleton width="7.5rem" />
            </span>
          ))}
        </div>
      </Loading>
    )
  }
  const { hasMore, participants: loadedParticipants } = participants.data
  const groupProps = (matches: (participant: EventParticipant) => boolean) => ({
    participants: loadedParticipants.filter(matches),
    loadMore: hasMore ? () => loadMoreParticipants(id, matches) : null,
  })
  return (
    <>
      <ParticipantGroup
        title={t('coming')}
        tone="yes"
        count={coming}
        {...groupProps(({ response }) => response === 'YES')}
      />
      <ParticipantGroup
        title={t('interestedMembers')}
        tone="maybe"
        count={interested}
        {...groupProps(({ response }) => response === 'MAYBE')}
      />
      <ParticipantGroup
        title={t('queue')}
        tone="waiting"
        count={waiting}
        {...groupProps(({ waitingPlace }) => waitingPlace !== null)}
      />
    </>
  )
}
