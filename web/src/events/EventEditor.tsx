import type { Id } from '@app/contract/base'
import { useEffect, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { eventAddress } from './address.ts'
import { getOwnGroups, type OwnGroup } from './api.ts'
import { EventDetail } from './EventDetail.tsx'
import { EventForm } from './EventForm.tsx'
import styles from './form.module.css'
import { newValues, valuesOf } from './form-values.ts'
import { useEvent } from './store.ts'
import { eventsTexts } from './texts.ts'

function FormLoading() {
  const t = useTexts(eventsTexts)
  return (
    <div className={styles.waiting}>
      <Loading text={t('loading')}>
        <div className={styles.feed}>
          {['40%', '100%', '98%', '99%'].map((width) => (
            <Skeleton key={width} width={width} height="3rem" radius="var(--radius-control)" />
          ))}
        </div>
      </Loading>
    </div>
  )
}

/**
 * Creates an event for all members or for a group that the member administers. If the groups cannot be loaded, it is
 * for all.
 */
export function NewEvent({ groupId }: { groupId: Id | null }) {
  const [groups, setGroups] = useState<readonly OwnGroup[] | null>(null)
  useEffect(() => {
    getOwnGroups().then(setGroups, () => setGroups([]))
  }, [])
  if (!groups) return <FormLoading />
  const own = groups.find((group) => group.groupId === groupId)?.groupId ?? null
  return <EventForm initial={newValues(own)} groups={groups} back="/events" />
}

/** Edits an event if the member may; otherwise shows the event. */
export function ChangeEvent({ id }: { id: Id }) {
  const event = useEvent(id)
  if (!event?.mayChange) return <EventDetail id={id} />
  return <EventForm initial={valuesOf(event)} id={id} groups={[]} back={eventAddress(id)} />
}
