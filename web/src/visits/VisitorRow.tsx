import type { Visitor } from '@app/contract/members/profiles'
import { useTexts } from '../lib/text/texts.ts'
import { shapeOf } from '../ui/facts.ts'
import { MemberRow } from '../ui/lists/MemberRow.tsx'
import { Lips } from '../ui/marks/lips-icon.ts'
import { NoteMark } from '../ui/marks/NoteMark.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { MemberMenu } from '../ui/overlays/MemberMenu.tsx'
import { usePersonsInList } from '../ui/persons-in-list.ts'
import { visitsTexts } from './texts.ts'
import styles from './visits.module.css'

/** Shows a visitor: name, number of visits, last visit, and kisses given. */
export function VisitorRow({ visitor }: { visitor: Visitor }) {
  const t = useTexts(visitsTexts)
  const personsText = usePersonsInList()
  const { userName, person1, person2, kisses, visitCount, lastVisit } = visitor
  const persons = person2 ? [person1, person2] : [person1]
  return (
    <MemberRow
      menu={<MemberMenu name={userName} />}
      name={userName}
      photoUrl={visitor.profilePhotoUrl}
      shape={shapeOf(persons)}
      time={lastVisit}
      marks={
        <>
          {visitor.badges.includes('VERIFIED') && <VerifiedMark />}
          {visitor.hasNotes && <NoteMark />}
        </>
      }
      facts={
        <>
          {personsText(persons)}
          <span className={styles.counts}>
            <span>{t('visits', { count: visitCount })}</span>
            {kisses > 0 && (
              <span className={styles.kisses}>
                <Lips size="1rem" strokeWidth={1.75} aria-hidden />
                {t('kisses', { count: kisses })}
              </span>
            )}
          </span>
        </>
      }
    />
  )
}
