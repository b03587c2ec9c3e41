import type { Group } from '@app/contract/groups'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { dismissWelcome, markWelcomeShown, useGroups } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import styles from './group-chat.module.css'

const ABOUT_LENGTH = 140

/**
 * Welcomes a member to a group that they have just joined, until they dismiss it. Takes the focus when it first shows.
 */
export function GroupWelcome({ group }: { group: Group }) {
  const t = useTexts(groupsTexts)
  const { groupId, groupName, description } = group
  const welcome = useGroups(({ welcomes }) => welcomes.get(groupId))
  const title = useRef<HTMLHeadingElement>(null)
  const isDue = welcome === 'due'
  useEffect(() => {
    if (!isDue) return
    title.current?.focus({ preventScroll: true })
    markWelcomeShown(groupId)
  }, [groupId, isDue])
  if (!welcome) return null
  const about = toListPreview(description, ABOUT_LENGTH)
  const dismiss = () => {
    dismissWelcome(groupId)
    focusHeading()
  }
  return (
    <aside className={styles.welcome} aria-label={t('welcome.title', { name: groupName })}>
      <div className={styles.welcomeText}>
        <h3 ref={title} tabIndex={-1}>
          {t('welcome.title', { name: groupName })}
        </h3>
        {about && (
          <p dir="auto" className={styles.welcomeAbout}>
            {about}
          </p>
        )}
        <p>{t('welcome.text')}</p>
      </div>
      <IconButton icon={X} label={t('welcome.dismiss')} onClick={dismiss} />
    </aside>
  )
}
