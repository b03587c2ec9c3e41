import type { Event, EventParticipant } from '@app/contract/events'
import { useEffect, useState } from 'react'
import { isApiError } from '../lib/http/api-error.ts'
import { notStarted } from '../lib/http/loadable.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { shapeOf, usePersons } from '../ui/facts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import styles from './detail.module.css'
import { loadParticipants, useEvents } from './store.ts'
import { eventsTexts } from './texts.ts'

const SHOWN_AT_FIRST = 6

function Participant({ participant }: { participant: EventParticipant }) {
  const t = useTexts(eventsTexts)
  const personsOf = usePersons()
  const { userName, persons, profilePhotoUrl, badges, mine } = participant
  const words = (
    <>
      <Avatar name={userName} shape={shapeOf(persons)} photoUrl={profilePhotoUrl} size={40} />
      <span className={styles.who}>
        <span className={styles.name}>
          {userName} {badges.includes('VERIFIED') && <VerifiedMark />}
        </span>
        <span className={styles.facts}>{mine ? t('you') : personsOf(persons)}</span>
      </span>
    </>
  )
  return (
    <li>
      <ProfileLink name={userName} className={styles.participant}>
        {words}
      </ProfileLink>
    </li>
  )
}

type PartProps = { title: string; tone: string; count: number; participants: readonly EventParticipant[] }

function Part({ title, tone, count, participants }: PartProps) {
  const t = useTexts(eventsTexts)
  const [all, setAll] = useState(false)
  if (count === 0) return null
  const shown = all ? participants : participants.slice(0, SHOWN_AT_FIRST)
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3>{title}</h3>
        <span className={styles.count} data-tone={tone}>
          {count}
        </span>
        {participants.length > SHOWN_AT_FIRST && (
          <button type="button" className="text-link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('showFewer') : t('showAll')}
          </button>
        )}
      </div>
      <ul className={styles.participants}>
        {shown.map((participant) => (
          <Participant key={participant.userName} participant={participant} />
        ))}
      </ul>
    </section>
  )
}

/** Shows only the participant counts, for events whose author hides the names. */
function Hidden({ event: { coming, interested, participantsShownTo } }: { event: Event }) {
  const t = useTexts(eventsTexts)
  return (
    <>
      <Part title={t('coming')} tone="yes" count={coming} participants={[]} />
      <Part title={t('interestedOnes')} tone="maybe" count={interested} participants={[]} />
      <p className={styles.note}>{t(participantsShownTo === 'HOST' ? 'hiddenForAll' : 'hiddenForOthers')}</p>
    </>
  )
}

/** Lists the participants, the interested members and, for the host, the queue; only counts where names are hidden. */
export function Participants({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const { id, coming, interested, waiting } = event
  const participants = useEvents((state) => state.participants.get(id) ?? notStarted)
  useEffect(() => {
    void loadParticipants(id)
    return onBrokenUrls(() => void loadParticipants(id))
  }, [id])
  if (coming + interested + waiting === 0) return <p className={styles.note}>{t('nobody')}</p>
  if (participants.state === 'failed' && isApiError(participants.error, 'FORBIDDEN')) return <Hidden event={event} />
  if (participants.state === 'failed' && !participants.data)
    return <Failed error={participants.error} retry={() => void loadParticipants(id)} />
  if (!participants.data) {
    return (
      <Loading text={t('participantsLoading')}>
        <div className={styles.participants}>
          {[1, 2, 3, 4].map((place) => (
            <span key={place} className={styles.participant}>
              <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
              <Skeleton width="7.5rem" />
            </span>
          ))}
        </div>
      </Loading>
    )
  }
  const filterParticipants = (wanted: (participant: EventParticipant) => boolean) =>
    participants.data?.filter(wanted) ?? []
  return (
    <>
      <Part
        title={t('coming')}
        tone="yes"
        count={coming}
        participants={filterParticipants((each) => each.response === 'YES')}
      />
      <Part
        title={t('interestedOnes')}
        tone="maybe"
        count={interested}
        participants={filterParticipants((each) => each.response === 'MAYBE')}
      />
      <Part
        title={t('queue')}
        tone="waiting"
        count={waiting}
        participants={filterParticipants((each) => each.waitingPlace !== null)}
      />
    </>
  )
}
