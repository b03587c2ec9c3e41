import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { PutAside } from './PutAside.tsx'
import styles from './put-aside.module.css'
import { loadPutAside, usePutAside } from './put-aside.ts'
import { putAsideTexts } from './put-aside-texts.ts'

/** Returns whether the URL shows the invites that were put aside. */
export const useShowsPutAside = (): boolean => useSearchParams()[0].get('view') === 'aside'

type Props = {
  isSinglePane: boolean
  /** The contact rule: who may write first. */
  rule: ReactNode
  /** The list of the member's invites. */
  children: ReactNode
}

/**
 * Shows the member's invites, or the ones that were put aside. On a page with two panes, the pane beside the list shows
 * the ones put aside, and the list is replaced with the contact rule.
 */
export function InviteViews({ isSinglePane, rule, children }: Props) {
  const t = useTexts(putAsideTexts)
  const navigate = useNavigate()
  const showsPutAside = useShowsPutAside()
  const list = usePutAside((state) => state.list.data)
  useEffect(() => void loadPutAside(), [])
  const count = list?.invites.length ?? 0
  const countText = t(list?.hasMore ? 'countMore' : 'count', { count })
  return (
    <>
      <div className={styles.views}>
        <Segmented
          label={t('views')}
          choices={[
            { value: 'invites', label: t('forYou') },
            { value: 'aside', label: count > 0 ? `${t('title')} ${countText}` : t('title') },
          ]}
          value={showsPutAside ? 'aside' : 'invites'}
          onChange={(view) => void navigate(`/chats?tab=invites${view === 'aside' ? '&view=aside' : ''}`)}
          stretch
        />
      </div>
      {showsPutAside ? isSinglePane ? <PutAside linksToRule /> : rule : children}
    </>
  )
}
