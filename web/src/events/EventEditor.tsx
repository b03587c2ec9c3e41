import type { Id } from '@app/contract/base'
import { useEffect, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { type AdminGroup, getAdminGroups } from './api.ts'
import { EventDetail } from './EventDetail.tsx'
import { EventForm } from './EventForm.tsx'
import styles from './form.module.css'
import { emptyValues, valuesOf } from './form-values.ts'
import { useEvent } from './store.ts'
import { eventsTexts } from './texts.ts'
import { eventUrl } from './urls.ts'

function FormSkeleton() {
  const t = useTexts(eventsTexts)
  return (
    <div className={styles.loading}>
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
 * Shows the form for a new event, for all members or for a group that the member administers. If the groups cannot be
 * loaded, it offers only an event for all members.
 */
export function NewEvent({ groupId }: { groupId: Id | null }) {
  const [groups, setGroups] = useState<readonly AdminGroup[] | null>(null)
  useEffect(() => {
    getAdminGroups().then(setGroups, () => setGroups([]))
  }, [])
  if (!groups) return <FormSkeleton />
  const ownGroupId = groups.find((group) => group.groupId === groupId)?.groupId ?? null
  return <EventForm initial={emptyValues(ownGroupId)} groups={groups} backUrl="/events" />
}

/** Shows the form to edit an event if the member may edit it; otherwise shows the event. */
export function ChangeEvent({ id }: { id: Id }) {
  const event = useEvent(id)
  if (!event?.mayChange) return <EventDetail id={id} />
  return <EventForm initial={valuesOf(event)} id={id} groups={[]} backUrl={eventUrl(id)} />
}
