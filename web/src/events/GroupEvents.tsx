import type { Id } from '@app/contract/base'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import type { Source } from './api.ts'
import { EventList } from './EventList.tsx'
import { eventsTexts } from './texts.ts'
import { newEventUrl } from './urls.ts'

const matchesAll = () => true

/** Lists the events of one group, past ones below the upcoming ones. Group admins can create events here. */
export function GroupEvents({ groupId, isAdmin }: { groupId: Id; isAdmin: boolean }) {
  const t = useTexts(eventsTexts)
  const { state } = useLocation()
  const sources = useMemo<Source[]>(() => [`group:${groupId}`], [groupId])
  return (
    <>
      {isAdmin && (
        <ButtonLink to={newEventUrl(groupId)} variant="tinted" icon={Plus}>
          {t('create')}
        </ButtonLink>
      )}
      <EventList
        sources={sources}
        matches={matchesAll}
        showsPast
        selected={null}
        empty={{
          title: t('emptyGroup'),
          text: t(isAdmin ? 'emptyGroupAdmin' : 'emptyGroupText'),
          action: !isAdmin && (
            <ButtonLink to={`/groups?id=${groupId}&tab=chat`} replace state={state} variant="outlined">
              {t('toGroupChat')}
            </ButtonLink>
          ),
        }}
      />
    </>
  )
}
