import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { PersonCard } from './PersonCard.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import styles from './profile.module.css'
import { profileTexts } from './texts.ts'

/** Shows a member's profile text and facts. */
export function ProfileText({ member }: { member: MemberResponse }) {
  const t = useTexts(profileTexts)
  const { description, person1, person2 } = member.profile
  return (
    <div className={styles.panel}>
      <div className={styles.reading}>
        {description.trim() ? <Markdown text={description} /> : <p className={styles.quiet}>{t('noText')}</p>}
      </div>
      <div className={styles.persons}>
        <PersonCard person={person1} />
        {person2 && <PersonCard person={person2} />}
      </div>
      <PhotoStrip member={member} />
    </div>
  )
}
